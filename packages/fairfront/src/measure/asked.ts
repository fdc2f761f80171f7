// What was asked for on the command line, and how to ask for it again.

export interface Asked {
  readonly data: string | undefined;
  /** By name, as in `maxSolves`; those left at their default included. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Which of them were said; by default all. */
  readonly said?: readonly string[];
}

/** `--max-solves`, or `--no-refine` of a switch that is off. */
export function flagOf(name: string, value: unknown): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return value === false ? `--no-${words}` : `--${words}`;
}

/** The command that asks for the same. */
export function commandLine(command: string, { data, options, said = Object.keys(options) }: Asked): string {
  const flags = said.flatMap((name) => {
    const value = options[name];
    if (value === undefined) return [];
    const flag = flagOf(name, value);
    return typeof value === 'boolean'
      ? [flag]
      : [flag, quoted(Array.isArray(value) ? value.join(',') : String(value))];
  });
  return ['fairfront', command, ...(data === undefined ? [] : [quoted(data)]), ...flags].join(' ');
}

function quoted(text: string): string {
  return /^[\w.,:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
