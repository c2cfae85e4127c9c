import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/**
 * A number as people of its country write it: `+44 7700 900141`. Where the country's rules would drop a
 * digit, such as a 0 too many, only the country code is set apart: what is stored is what is shown.
 */
export function formatPhone(digits: string): string {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number) return `+${digits}`;
  const shown = number.formatInternational();
  if (shown.replace(/\D/g, '') === digits) return shown;
  const { countryCallingCode } = number;
  return `+${countryCallingCode} ${digits.slice(countryCallingCode.length)}`;
}
