/** Where in the page somebody is: its path and query, as the address bar has them. */

class Route {
  path = $state(location.pathname);
  query = $state(new URLSearchParams(location.search));

  /** The parts of the path: `/match/3f2a` has `match` and `3f2a`. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean).map(decoded);
  }
}

/** A part of a path, or what comes after its #, in clear; where it cannot be read so, as it is. */
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
}

/** Go to another place of the page. With `replace`, going back skips the place one was at. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  read();
  if (!replace) scrollTo(0, 0);
}

/** Follow clicks on links of the page without loading it anew, and the buttons back and forward. */
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
