/** `p(Y | X, Female)`; without a group `p(A | X)`. */
export function componentName(group: number | null, names: readonly string[]): string {
  return group === null ? 'p(A | X)' : `p(Y | X, ${names[group]})`;
}
