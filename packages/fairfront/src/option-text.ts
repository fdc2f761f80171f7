// How messages name options: in backticks, as code. Imports nothing, since threads that read files load it,
// too.

/** An option as messages name it: `minGroup`, or with a value `missingGroup: 'own'`. */
export function optionText(name: string, value?: unknown): string {
  return value === undefined ? `\`${name}\`` : `\`${name}: ${literal(value)}\``;
}

/** A value as code. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&')}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
}
