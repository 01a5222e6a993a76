/** The current path, query and fragment, as in the address bar. */

class Route {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));
  /** The fragment, with `#`; empty if there is none. */
  hash = $state(location.hash);

  /** The parts of the path: `/match/3f2a` gives `match` and `3f2a`. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decoded);
  }
}

/** Decode a part of a path or a fragment; unchanged if it is malformed. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const route = new Route();

function read(): void {
  route.path = location.pathname;
  route.query = new URLSearchParams(location.search);
  route.hash = location.hash;
}

/** Navigate. With `replace`, the current place is left out of the history. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Handle clicks on internal links, and back and forward, without reloading. */
export function listen(): void {
  addEventListener("popstate", read);
  addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api")) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
