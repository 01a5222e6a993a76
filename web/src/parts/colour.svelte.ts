/** Colours as `#rrggbb`, and their contrast on the page. */

/** `--panel` of the styles, by theme. */
const PANELS = { dark: "#1b2027", light: "#faf9f6" } as const;

class Page {
  /** The theme in use; the settings set it. */
  theme = $state<keyof typeof PANELS>("dark");
}

export const page = new Page();

/** Minimum contrast of graphics (WCAG 1.4.11). */
const MIN_CONTRAST = 3;

/** A colour for bars and lines: lightened, or darkened, until it has enough contrast on the page. */
export function onPage(colour: string): string {
  let seen = channels(colour);
  if (seen.length !== 3) return colour;
  const panel = channels(PANELS[page.theme]);
  const further = (part: number) => (page.theme === "dark" ? Math.min(255, part * 1.03 + 1) : part * 0.97);
  while (contrast(seen, panel) < MIN_CONTRAST) seen = seen.map(further);
  return `#${seen.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** Contrast ratio of two colours, 1 to 21. */
function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(parts: number[]): number {
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const channels = (colour: string) =>
  /^#[0-9a-f]{6}$/i.test(colour) ? [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) : [];
