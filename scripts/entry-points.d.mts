import type { Alias } from 'vite';

/**
 * Lists the packages of the workspace: folder, parsed package.json, entry points with their source files, and the imports
 * that are another file in a page.
 */
export function listPackages(): {
  folder: string;
  json: { name: string; version: string };
  entryPoints: { specifier: string; source: string; isPublic: boolean }[];
  imports: { specifier: string; source: string; inPage: string }[];
}[];

/** Lists how Vite finds the sources of all that packages offer. @param isPage whether it builds for a page */
export function sourceAliases(isPage?: boolean): Alias[];
