// Parses a number from its bytes. Up to 15 digits make a whole number that a double holds exactly, and
// dividing it by a power of ten up to 10^22 rounds once, as it should (Clinger 1990). Anything else is read
// from its text.

const [PLUS, MINUS, DIGIT_0, DIGIT_9] = [0x2b, 0x2d, 0x30, 0x39] as const;

const MAX_DIGITS = 15;
const POWERS = Float64Array.from({ length: MAX_DIGITS + 1 }, (_, power) => 10 ** power);

/**
 * Parses a decimal number without marks between thousands.
 * @param point the byte that begins the decimals
 * @returns NaN for any other text, also 1e3 and codes such as 007
 */
export function parseDecimal(bytes: Uint8Array, start: number, end: number, point: number): number {
  let position = start;
  const sign = bytes[position];
  if (sign === MINUS || sign === PLUS) position++;
  const firstDigit = position;
  let mantissa = 0;
  while (position < end) {
    const digit = bytes[position]! - DIGIT_0;
    if (digit < 0 || digit > 9) break;
    mantissa = mantissa * 10 + digit;
    position++;
  }
  let digits = position - firstDigit;
  if (digits > 1 && position === end && bytes[start] === DIGIT_0) return Number.NaN;
  let decimals = 0;
  if (position < end && bytes[position] === point) {
    const firstDecimal = ++position;
    while (position < end && bytes[position]! >= DIGIT_0 && bytes[position]! <= DIGIT_9) {
      mantissa = mantissa * 10 + (bytes[position]! - DIGIT_0);
      position++;
    }
    decimals = position - firstDecimal;
    digits += decimals;
  }
  if (position < end || digits === 0 || digits > MAX_DIGITS) return Number.NaN;
  const value = decimals === 0 ? mantissa : mantissa / POWERS[decimals]!;
  return sign === MINUS ? -value : value;
}
