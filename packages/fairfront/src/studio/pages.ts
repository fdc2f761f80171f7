// The studio's page as it was built: every file is read when the server starts, and no address becomes a path.

import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PageFile {
  /** From the root of the server: /assets/index.js. */
  readonly address: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const BUILT = fileURLToPath(new URL('../../dist/pages/studio', import.meta.url));

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>fairfront studio</title>
<p>The page of the studio was not built. Run <code>npm run build</code> and start again.</p></html>`;

/** Reads the files of the page. @param folder where it was built */
export function readPages(folder = BUILT): PageFile[] {
  let names: string[] = [];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    // not built
  }
  const files = names.flatMap((name): PageFile[] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const address = `/${name.split(sep).join('/')}`.replace(/^\/index\.html$/, '/');
    const bytes = readFileSync(join(folder, name));
    return [{ address, type, bytes: address === '/' ? withServer(bytes) : bytes }];
  });
  if (files.some(({ address }) => address === '/')) return files;
  return [{ address: '/', type: TYPES['.html']!, bytes: Buffer.from(NOT_BUILT) }];
}

/** Tells the page that there is a server, which does the work in its place. */
function withServer(page: Buffer): Buffer {
  const said = '<meta name="fairfront-backend" content="server" />';
  return Buffer.from(page.toString().replace('<head>', `<head>\n    ${said}`));
}
