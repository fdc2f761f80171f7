// Where in the studio one is: the part of the address after #, so that any web server can serve it.

export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'data'; readonly data: string }
  | { readonly page: 'run' | 'front' | 'decide'; readonly id: string }
  | { readonly page: 'compare'; readonly ids: readonly string[] }
  | { readonly page: 'unknown' };

/** The addresses of pages. */
export const to = {
  home: '#/',
  data: (name: string): string => `#/data/${encodeURIComponent(name)}`,
  run: (id: string): string => `#/run/${encodeURIComponent(id)}`,
  front: (id: string): string => `#/run/${encodeURIComponent(id)}/front`,
  decide: (id: string): string => `#/run/${encodeURIComponent(id)}/decide`,
  compare: (ids: readonly string[]): string => `#/compare/${ids.map(encodeURIComponent).join(',')}`,
};

/** The page that an address names. */
export function parseRoute(hash: string): Route {
  const parts = hash.replace(/^#\/?/, '').split('/');
  try {
    const [page, name = '', more] = parts;
    if (page === '' && parts.length === 1) return { page: 'home' };
    if (page === 'data' && name !== '' && parts.length === 2) return { page, data: decodeURIComponent(name) };
    if (page === 'run' && name !== '' && parts.length <= 3) {
      const id = decodeURIComponent(name);
      if (more === undefined) return { page: 'run', id };
      if (more === 'front' || more === 'decide') return { page: more, id };
    }
    const ids = name.split(',').filter((id) => id !== '');
    if (page === 'compare' && ids.length > 0 && parts.length === 2)
      return { page, ids: ids.map(decodeURIComponent) };
  } catch {
    // a % that encodes nothing
  }
  return { page: 'unknown' };
}
