export interface ReadmeBlock {
  readonly text: string;
  readonly line: number;
  readonly given: string;
}
export function readmeBlocks(path: string, language: string): ReadmeBlock[];
export function readmeCommands(path: string): { readonly line: number; readonly command: string }[];
export function exampleLoans(): string;
