import { describe, expect, it } from 'vitest';
import { Watchdog } from '../../src/threads/watchdog.js';

/** A watchdog of 60 s, looked at ten times a second; `pass` says whether threads were called stuck. */
function watched() {
  let [nowMs, cpuMs] = [0, 0];
  const watchdog = new Watchdog(60_000, { now: () => nowMs, cpu: () => cpuMs });
  const pass = (seconds: number, { cpuShare = 0, lookMs = 100 } = {}): boolean => {
    let isStalled = false;
    for (const end = nowMs + 1000 * seconds; nowMs < end; ) {
      nowMs += lookMs;
      cpuMs += cpuShare * lookMs;
      isStalled = watchdog.isStalled() || isStalled;
    }
    return isStalled;
  };
  return { watchdog, pass };
}

describe('a watchdog', () => {
  it('tells of threads that neither speak nor work for a minute', () => {
    const { pass } = watched();
    expect(pass(59)).toBe(false);
    expect(pass(2, { cpuShare: 0.002 })).toBe(true);
    expect(pass(58)).toBe(false); // it counts anew
    expect(pass(2)).toBe(true);
  });

  it('does not tell of threads that work, however long', () => {
    const { pass } = watched();
    expect(pass(3600, { cpuShare: 0.02 })).toBe(false);
  });

  it('does not tell of threads that speak, however seldom they work', () => {
    const { watchdog, pass } = watched();
    for (let i = 0; i < 10; i++) {
      expect(pass(50)).toBe(false);
      watchdog.restart();
    }
  });

  it('counts anew after the machine slept or the process was stopped', () => {
    const { pass } = watched();
    expect(pass(50)).toBe(false);
    expect(pass(3600, { lookMs: 3_600_000 })).toBe(false);
    expect(pass(59)).toBe(false);
    expect(pass(2)).toBe(true);
  });

  it('does not tell where the machine is so busy that looks come late', () => {
    const { pass } = watched();
    expect(pass(3600, { lookMs: 5000 })).toBe(false);
  });
});
