// Numbers as people read them, in English whatever the reader's system. A minus is a true one, and what rounds to 0
// has no sign.

/** Risks are shown with four decimals: below half of the last one a risk, or a change, is shown as 0. */
export const SHOWN_RISK = 5e-5;
/** Changes are shown in tenths of a percent: below half of one a change is shown as 0.0%. */
export const NOTICEABLE = 5e-4;

// Made once: making one takes longer than formatting a thousand numbers.
const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const PERCENT = { style: 'percent', useGrouping: false } as const;
const TWO_DIGITS = new Intl.NumberFormat('en-US', { ...PERCENT, maximumSignificantDigits: 2 });
const WHOLE_PERCENTS = new Intl.NumberFormat('en-US', { ...PERCENT, maximumFractionDigits: 0 });
const DIGITS = [1, 2, 3, 4, 5].map(
  (digits) => new Intl.NumberFormat('en-US', { maximumSignificantDigits: digits }),
);

/** 12,345 */
export const whole = (value: number): string => WHOLE.format(value);

/** A count with its noun: 1 row, 1,000 rows. */
export const count = (value: number, noun: string): string =>
  `${whole(value)} ${noun}${value === 1 ? '' : 's'}`;

/** Three digits that count. */
export const number3 = (value: number): string => String(Number(value.toPrecision(3)));

/** So many digits that matter, and whole numbers from 100,000 on: 38.582, 167,484; beyond 1e15 as 1.2346e+20. */
export function compact(value: number, digits: 1 | 2 | 3 | 4 | 5 = 5): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size > 0 && size < 1e-6)) return Number(value.toPrecision(digits)).toExponential();
  return (size >= 1e5 ? WHOLE : DIGITS[digits - 1]!).format(value).replace('-', '−');
}

/** Four decimals: risks and weights. */
export const decimal = (value: number): string => (Number(value.toFixed(4)) + 0).toFixed(4).replace('-', '−');

/** So that 0.3 stays 0.3. */
const ROUNDING = 1e-8;

/** Four decimals, never above the value: lower bounds. */
export const decimalBelow = (value: number): string => decimal(Math.floor(1e4 * value + ROUNDING) / 1e4);

/** Four decimals, never below the value: what is compared with lower bounds. */
export const decimalAbove = (value: number): string => decimal(Math.ceil(1e4 * value - ROUNDING) / 1e4);

const MOST_DECIMALS = 9;

/** All with as many decimals as give the largest three digits that count, and no fewer than `least`: 0.412, 0.030. */
export function decimals(values: readonly number[], least = 0): (value: number) => string {
  const largest = Math.max(...values.filter(Number.isFinite).map(Math.abs), 0);
  const before = largest > 0 ? Math.floor(Math.log10(largest)) + 1 : 1;
  const places = Math.min(Math.max(3 - before, least), MOST_DECIMALS);
  return (value) => (Number.isFinite(value) ? value.toFixed(places) : '∞');
}

/** As `decimals`, with as many more as tell different values apart. */
export function tellApart(values: readonly number[]): string[] {
  const different = new Set(values).size;
  let texts = values.map(decimals(values));
  for (let places = 1; places <= MOST_DECIMALS && new Set(texts).size < different; places++) {
    texts = values.map(decimals(values, places));
  }
  return texts;
}

/** 117%, 12%, 1.5%, 0.0004%, −13%: whole percents, or two digits that count below ten; never an exponent. */
export function percent(fraction: number): string {
  // −0 + 0 is 0, which has no sign.
  const format = Math.abs(fraction) < 0.1 ? TWO_DIGITS : WHOLE_PERCENTS;
  return format.format(fraction + 0).replace('-', '−');
}

/** As `percent`, never below the value: bounds. */
export function percentAbove(fraction: number): string {
  const digits = fraction < 0.1 ? 10 ** (1 - Math.floor(Math.log10(100 * fraction))) : 1;
  return percent(fraction > 0 ? Math.ceil(100 * digits * fraction - 1e-9) / (100 * digits) : 0);
}

/** 82.4%: one decimal, for shares that are compared with each other. */
export const percent1 = (share: number): string =>
  Number.isFinite(share) ? `${(100 * share).toFixed(1)}%` : '∞';

/** 50%, 82.5%: every digit of a round number, unlike `percent`. */
export const percentTick = (share: number): string => `${Number((100 * share).toPrecision(6))}%`;

/** A rise or a fall with its sign, by `write` of its size: +0.213, −0.3%. */
export function signed(value: number, write: (size: number) => string): string {
  const size = write(Math.abs(value));
  return size === write(0) ? size : `${value < 0 ? '−' : '+'}${size}`;
}

/** A change with its sign: +17%, −0.61%; 0% where nobody would notice it, or there is nothing to compare with. */
export const change = (share: number): string =>
  Math.abs(share) >= NOTICEABLE ? signed(share, percent) : percent(0);

/** The change from one risk to another; 0% too where both are told by the same four decimals. */
export const riskChange = (before: number, after: number): string =>
  change(decimal(before) === decimal(after) ? 0 : after / before - 1);

/** 8 s, 3 min 20 s, 2 h 5 min; a part of a second is one. */
export function duration(seconds: number): string {
  const passed = Math.max(0, Math.ceil(seconds));
  if (passed < 60) return `${passed} s`;
  if (passed < 3600) return `${Math.floor(passed / 60)} min ${passed % 60} s`;
  return `${Math.floor(passed / 3600)} h ${Math.floor((passed % 3600) / 60)} min`;
}
