/** Punctuation that the platform accepts in phone numbers. */
const punctuation = /[\s()+.-]/g;

/** Returns the digits of a typed phone number; null if it is invalid. */
export function digitsOf(typed: string): string | null {
  const digits = typed.replace(punctuation, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : null;
}

/**
 * Returns the same key for all formats of a number in countries where the platform's id differs from the
 * dialled number: Brazil's ninth digit, Mexico's 1 and Argentina's 9 after the country code.
 */
export function canonicalKey(digits: string): string {
  if (/^55\d{2}9\d{8}$/.test(digits)) return `${digits.slice(0, 4)}${digits.slice(5)}`;
  if (/^521\d{10}$/.test(digits)) return `52${digits.slice(3)}`;
  if (/^549\d{10}$/.test(digits)) return `54${digits.slice(3)}`;
  return digits;
}

/**
 * Returns the platform's id of a new person for a dialled number. Mexico gets its 1 and Argentina its 9.
 * Brazil loses the ninth digit outside the area codes 11 to 28, where accounts are older than that digit.
 */
export function waIdFor(digits: string): string {
  if (/^52[2-9]\d{9}$/.test(digits)) return `521${digits.slice(2)}`;
  if (/^54[1-8]\d{9}$/.test(digits)) return `549${digits.slice(2)}`;
  if (/^55(?:[3-9]\d)9\d{8}$/.test(digits)) return canonicalKey(digits);
  return digits;
}
