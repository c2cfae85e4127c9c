import { type Country, countryName } from '../../../shared/domain/country.ts';
import { isWholePhone, parsePhone, phoneDigits, readPhone } from '../../../shared/domain/phone.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';

/** Returns the hint that a form shows while a phone number is typed; null while it is not a number yet. */
export function phoneHint(typed: string, country: Country | null): string | null {
  const reading = readTyped(typed, country);
  if (!('digits' in reading)) return null;
  const { digits } = reading;
  const phone = formatPhone(digits);
  return isWholePhone(digits)
    ? t('contacts:phone.saved', { phone })
    : t('contacts:phone.incomplete', { phone });
}

/** Returns the error of a typed phone number, as a sentence for its field; null when it is valid. */
export function phoneProblem(typed: string, country: Country | null): string | null {
  if ('digits' in readTyped(typed, country)) return null;
  if (parsePhone(typed) !== null) return t('contacts:phone.unknownCountryCode');
  const startsWithTrunkZero =
    !typed.trim().startsWith('+') && /^0[1-9]\d{2,14}$/.test(phoneDigits(typed) ?? '');
  if (!startsWithTrunkZero) return t('contacts:phone.notPhone');
  return country === null
    ? t('contacts:phone.noCountryCode')
    : t('contacts:phone.notInCountry', { country: countryName(country, currentLanguage()) });
}

/** Returns a typed number with its country code, so that the server stores the number shown in the hint. */
export function phoneToSend(typed: string, country: Country | null): string {
  const reading = readTyped(typed, country);
  return 'digits' in reading ? `+${reading.digits}` : typed;
}

function readTyped(typed: string, country: Country | null) {
  return readPhone(typed, { country, prefers: 'national' });
}
