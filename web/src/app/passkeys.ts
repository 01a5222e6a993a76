/** Passkeys: what the browser does for them. The server makes the options and checks what was signed. */

import { newPasskeyOptions, passkeyOptions } from "../api/people";

/** Whether this browser has passkeys, and the page an address that may: a name, not a number. */
export function passkeysWork(): boolean {
  const offered = typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
  return offered && isSecureContext && !/^[\d.]+$|:/.test(location.hostname);
}

/** Whether the person, or the device, has called it off. */
export const wasCancelled = (error: unknown): boolean =>
  error instanceof DOMException && ["NotAllowedError", "AbortError"].includes(error.name);

/** Whether this device has a passkey of the account. */
export const isKnownDevice = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "InvalidStateError";

/** Let the device make a passkey; its JSON for the server. */
export async function makePasskey(): Promise<string> {
  const asked = JSON.parse((await newPasskeyOptions()).options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  return text(await navigator.credentials.create({ publicKey }));
}

/** Let the device sign for one of its passkeys; the JSON for the server. */
export async function signChallenge(): Promise<string> {
  const asked = JSON.parse((await passkeyOptions()).options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return text(await navigator.credentials.get({ publicKey }));
}

function text(made: Credential | null): string {
  if (made === null) throw new DOMException("", "NotAllowedError");
  return JSON.stringify((made as PublicKeyCredential).toJSON());
}

/** What to call a passkey of this device: its system, where the browser tells it. */
export function deviceName(otherwise: string): string {
  const known = (navigator as { userAgentData?: { platform?: string } }).userAgentData?.platform;
  return (known ?? otherwise).slice(0, 40) || otherwise;
}
