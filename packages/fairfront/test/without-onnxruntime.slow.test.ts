// Where onnxruntime-node is not installed linear models are trained as ever, and only networks ask for it. Tested with
// the built program, which `npm test` makes first.

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isProgramAbsent } from './runs/fit-child.js';
import { TWO_GROUPS, workFolder, writeLoans } from './runs/run-fit.js';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const folder = workFolder();
const loans = writeLoans(folder, 600);

function run(...args: readonly string[]) {
  const all = ['--import', path('hide-onnxruntime.mjs'), ...args];
  return spawnSync(process.execPath, all, { encoding: 'utf8', timeout: 60_000 });
}

const fit = (out: string, ...args: readonly string[]) =>
  run(path('../bin/fairfront.js'), 'fit', loans, ...TWO_GROUPS, '--out', join(folder, out), ...args);

describe.skipIf(isProgramAbsent())('without onnxruntime-node', () => {
  it('a linear model is trained and exported', () => {
    const { status, stderr } = fit('linear');
    expect(stderr).not.toContain('onnxruntime');
    expect(status).toBe(0);
    expect(existsSync(join(folder, 'linear', 'model.onnx'))).toBe(true);
  });

  it.each([
    ['a network', ['--model', 'mlp', '--hidden', '2']],
    ['a plug-in classifier of networks', ['--model', 'mlp', '--hidden', '2', '--estimation', 'plug-in']],
  ])('%s is refused with the command that installs it', (_, options) => {
    const { status, stderr } = fit('network', ...options);
    expect(status).toBe(2);
    expect(stderr).toContain('need onnxruntime-node, which is not installed');
    expect(stderr).toContain('npm install onnxruntime-node (with --ignore-scripts where there is no network');
  });

  it('every package can be imported, and says so only when the runtime is loaded', () => {
    const script = join(folder, 'script.mjs');
    const urls = ['../dist/index.js', '../../neural/dist/index.js', '../../neural/dist/node.js'].map(
      (name) => new URL(name, import.meta.url).href,
    );
    const imports = urls.map((url, i) => `import * as module${i} from '${url}';`).join('\n');
    writeFileSync(script, `${imports}\nawait module2.loadNodeRuntime().catch((e) => console.log(e.code));\n`);
    expect(run(script)).toMatchObject({ status: 0, stdout: 'missing-runtime\n' });
  });
});
