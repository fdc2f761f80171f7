// PyTorch as the peer: one process for each setting of its threads, asked line by line (see neural.py and
// convolution.py), so that turns can alternate.

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { scriptPath } from './peer.js';

export interface TorchSetting {
  readonly name: string;
  readonly threads: number;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Its own threads, and those of OpenBLAS, which has a pool apart. Threads of the one that spin while they
 * wait take cores from the other.
 */
export function torchSettings(): TorchSetting[] {
  const cores = availableParallelism();
  const one = { OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' };
  return [
    { name: '1 thread', threads: 1, environment: {} },
    { name: '1 thread, 1 of BLAS', threads: 1, environment: one },
    ...(cores === 1
      ? []
      : [
          { name: `${cores} threads`, threads: cores, environment: {} },
          { name: `${cores} threads, 1 of BLAS`, threads: cores, environment: one },
          {
            name: `${cores} threads that do not spin`,
            threads: cores,
            environment: { OMP_WAIT_POLICY: 'passive' },
          },
        ]),
  ];
}

export interface TorchDescription {
  readonly version: string;
  readonly threads: number;
  readonly blas: readonly string[];
}

/** A process of Python with PyTorch that answers each line of JSON with one. */
export class TorchProcess {
  readonly setting: TorchSetting;
  readonly #ask: (line: string) => Promise<string>;
  readonly #end: () => void;

  constructor(python: string, script: string, folder: string, setting: TorchSetting) {
    this.setting = setting;
    const child = spawn(python, [scriptPath(script), folder, String(setting.threads)], {
      env: { ...process.env, ...setting.environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.on('error', () => {}); // a process that has ended is found out by the missing answer
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    this.#ask = async (line) => {
      child.stdin.write(`${line}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error(`${script} ended at ${line}; what it said is above`);
      return value;
    };
    this.#end = () => child.stdin.end();
  }

  describe(): Promise<TorchDescription> {
    return this.request({});
  }

  close(): void {
    this.#end();
  }

  async request<Answer>(request: object): Promise<Answer> {
    return JSON.parse(await this.#ask(JSON.stringify(request))) as Answer;
  }
}

/** PyTorch's training steps of fully connected networks. */
export class Torch extends TorchProcess {
  constructor(python: string, folder: string, setting: TorchSetting) {
    super(python, 'neural.py', folder, setting);
  }

  /** Seconds of the steps. */
  async time(network: string, batch: number, steps: number, foreach: boolean): Promise<number> {
    return (await this.request<Timed>({ network, batch, steps, foreach })).seconds;
  }

  /** Makes the steps and writes the parameters after them to a file. */
  async train(network: string, batch: number, steps: number, end: string): Promise<number[]> {
    return (await this.request<{ riskSums: number[] }>({ network, batch, steps, end })).riskSums;
  }

  /** Seconds of a product of two square matrices, the best of several. */
  async timeProduct(size: number, repeats: number): Promise<number> {
    return (await this.request<Timed>({ product: size, repeats })).seconds;
  }
}

export interface Timed {
  readonly seconds: number;
}
