/** Lists the packages of the workspace: folder, parsed package.json, and entry points with their source files. */
export function listPackages(): {
  folder: string;
  json: { name: string; version: string };
  entryPoints: { specifier: string; source: string; isPublic: boolean }[];
}[];
