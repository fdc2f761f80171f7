// Which page is open, as the address says.

import { parseRoute, type Route } from './route.js';

let hash = $state(location.hash);
window.addEventListener('hashchange', () => {
  hash = location.hash;
});

/** Where one is. */
export const here = {
  get hash(): string {
    return hash;
  },
  get route(): Route {
    return parseRoute(hash);
  },
};

/** Goes to a page. */
export function go(address: string): void {
  location.hash = address;
}
