import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

// The area codes belong to the rules: they are loaded together, after the first screen.
export { zoneOfPhone } from '../../../shared/domain/time/phone-zones.ts';

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
