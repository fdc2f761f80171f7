// Numbers as people read them.

/** Four decimals: risks and weights. */
export function decimal(value: number): string {
  return value.toFixed(4);
}

/** A share as a percentage with sensible digits: 12%, 1.3%, 0.014%, 2e-6%. */
export function percent(share: number): string {
  const hundredfold = 100 * share;
  if (hundredfold === 0 || !Number.isFinite(hundredfold)) return `${hundredfold}%`;
  if (Math.abs(hundredfold) >= 10) return `${hundredfold.toFixed(0)}%`;
  if (Math.abs(hundredfold) >= 1) return `${hundredfold.toFixed(1)}%`;
  if (Math.abs(hundredfold) >= 1e-3) return `${Number(hundredfold.toPrecision(2))}%`;
  return `${hundredfold.toExponential(0)}%`;
}

/** A change with its sign: +17%, −13%. */
export function change(share: number): string {
  return share > 0 ? `+${percent(share)}` : percent(share).replace('-', '−');
}

/** Seconds left, or past: 8 s, 3 min. */
export function duration(seconds: number): string {
  return seconds < 100 ? `${Math.ceil(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
