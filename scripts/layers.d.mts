/** Checks the sources under `folders` of the project at `root`: whether its layers hold, and what to print. */
export function checkLayers(
  root: string,
  folders: readonly string[],
): Promise<{ ok: boolean; output: string }>;
