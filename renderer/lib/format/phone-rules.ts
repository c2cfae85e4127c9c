import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * Formats a phone number by the rules of its country: `+44 7700 900141`. If those rules would drop a digit,
 * only the country code is separated, so that all stored digits are shown.
 */
export function formatByCountry(digits: string): string {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number) return `+${digits}`;
  const shown = number.formatInternational();
  if (shown.replace(/\D/g, '') === digits) return shown;
  const { countryCallingCode } = number;
  return `+${countryCallingCode} ${digits.slice(countryCallingCode.length)}`;
}

/** Returns the country of a phone number; null when it is not known. Some codes belong to several, the largest first. */
export function countryOf(digits: string): string | null {
  const number = parsePhoneNumberFromString(`+${digits}`);
  return number?.country ?? number?.getPossibleCountries()[0] ?? null;
}
