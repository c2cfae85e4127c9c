/** Digits of a number without an upper limit, so that it stays exact in every language. */
const MOST = 999_999_999_999_999;
/** Digits after the decimal point. */
const FRACTION = '("." [0-9]{1,15})?';

/** The limits of a number, as in JSON Schema. */
export interface NumberLimits {
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
}

/** Returns the smallest and largest integer within the limits. */
export function integerRange(limits: NumberLimits): [least: number, most: number] {
  const { minimum = -MOST, maximum = MOST, exclusiveMinimum: above, exclusiveMaximum: below } = limits;
  const least = Math.max(Math.ceil(minimum), above === undefined ? -MOST : Math.floor(above) + 1, -MOST);
  const most = Math.min(Math.floor(maximum), below === undefined ? MOST : Math.ceil(below) - 1, MOST);
  return [least, most];
}

/** Returns the body of a grammar rule for integers within the limits; null if there are none. */
export function integerRule(limits: NumberLimits): string | null {
  const [least, most] = integerRange(limits);
  if (least > most) return null;
  const parts: string[] = [];
  if (least < 0) parts.push(`"-" (${digits(Math.max(1, -most), -least)})`);
  if (most >= 0) parts.push(digits(Math.max(0, least), most));
  return parts.join(' | ');
}

/** A rule, and whether it allows nothing outside the limits. */
export interface NumberRule {
  rule: string;
  isExact: boolean;
}

/**
 * Returns the body of a grammar rule for decimal numbers within the limits; null if there are none. Limits with
 * decimals are rounded away from the range, and the rule is then not exact.
 */
export function numberRule(limits: NumberLimits): NumberRule | null {
  const { minimum = -MOST, maximum = MOST, exclusiveMinimum: above, exclusiveMaximum: below } = limits;
  const isAbove = above !== undefined && above >= minimum;
  const isBelow = below !== undefined && below <= maximum;
  const low = { value: isAbove ? above : minimum, isOpen: isAbove };
  const high = { value: isBelow ? below : maximum, isOpen: isBelow };
  const upper = magnitudes({ value: Math.max(0, low.value), isOpen: low.isOpen && low.value >= 0 }, high);
  const lower = magnitudes(
    { value: Math.max(0, -high.value), isOpen: high.isOpen || high.value >= 0 },
    { value: -low.value, isOpen: low.isOpen },
  );
  const parts = [...upper.parts, ...lower.parts.map((part) => `"-" (${part})`)];
  return parts.length === 0 ? null : { rule: parts.join(' | '), isExact: upper.isExact && lower.isExact };
}

interface Limit {
  value: number;
  isOpen: boolean;
}

/** Returns rules for the numbers from a limit of at least 0 to another. */
function magnitudes(low: Limit, high: Limit): { parts: string[]; isExact: boolean } {
  if (high.value < low.value || (high.value === low.value && (low.isOpen || high.isOpen)))
    return { parts: [], isExact: true };
  const isScore = low.isOpen && low.value === 0;
  const isExact =
    Number.isInteger(low.value) && Number.isInteger(high.value) && (!low.isOpen || low.value === 0);
  const first = isScore ? 1 : Math.floor(low.value);
  const last = Math.ceil(high.value) - 1;
  const parts: string[] = [];
  if (first <= last) parts.push(`(${digits(first, last)}) ${FRACTION}`);
  if (!high.isOpen && Number.isInteger(high.value))
    parts.push(`${digits(high.value, high.value)} ("." "0")?`);
  if (isScore) parts.push('"0." [0-9]{0,8} [1-9]');
  return { parts, isExact };
}

/** Returns a rule for the integers from one to another, both at least 0. */
function digits(least: number, most: number): string {
  const parts: string[] = [];
  for (let from = least; from <= most; ) {
    const length = String(from).length;
    const to = Math.min(most, 10 ** length - 1);
    parts.push(sameLength(String(from), String(to)));
    from = 10 ** length;
  }
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;
}

/** Returns a rule for the integers between two of the same length. */
function sameLength(least: string, most: string): string {
  if (least === most) return `"${least}"`;
  const [low = '', high = ''] = [least[0], most[0]];
  const [lowRest, highRest] = [least.slice(1), most.slice(1)];
  if (lowRest === '') return `[${low}-${high}]`;
  if (low === high) return `"${low}" ${sameLength(lowRest, highRest)}`;
  const parts: string[] = [];
  const isFromStart = /^0+$/.test(lowRest);
  const isToEnd = /^9+$/.test(highRest);
  const from = Number(low) + (isFromStart ? 0 : 1);
  const to = Number(high) - (isToEnd ? 0 : 1);
  const size = lowRest.length;
  if (!isFromStart) parts.push(`"${low}" ${sameLength(lowRest, '9'.repeat(size))}`);
  if (from <= to) parts.push(`[${from}-${to}] [0-9]{${size}}`);
  if (!isToEnd) parts.push(`"${high}" ${sameLength('0'.repeat(size), highRest)}`);
  return parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' | ')})`;
}
