import { type Country, countryName } from '../../../shared/domain/country.ts';
import {
  isWholePhone,
  needsCountry,
  parsePhone,
  phoneDigits,
  readPhone,
} from '../../../shared/domain/phone.ts';
import { formatPhone } from '../../lib/format/format-phone.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';

/** Returns the hint that a form shows while a phone number is typed; null while it is not a whole number yet. */
export function phoneHint(typed: string, country: Country | null): string | null {
  const reading = readTyped(typed, country);
  if (!('digits' in reading) || isUnclear(typed, country) || !isWholePhone(reading.digits)) return null;
  return t('contacts:phone.saved', { phone: formatPhone(reading.digits) });
}

/** Returns the error of a typed phone number, as a sentence for its field; null when it is valid. */
export function phoneProblem(typed: string, country: Country | null): string | null {
  const reading = readTyped(typed, country);
  if ('digits' in reading) {
    if (isUnclear(typed, country)) return t('contacts:phone.chooseCountry');
    return isWholePhone(reading.digits)
      ? null
      : t('contacts:phone.impossible', { phone: formatPhone(reading.digits) });
  }
  if (parsePhone(typed) !== null) return t('contacts:phone.unknownCountryCode');
  const startsWithTrunkZero =
    !typed.trim().startsWith('+') && /^0[1-9]\d{2,14}$/.test(phoneDigits(typed) ?? '');
  if (!startsWithTrunkZero) return t('contacts:phone.notPhone');
  return country === null
    ? t('contacts:phone.chooseCountry')
    : t('contacts:phone.notInCountry', { country: countryName(country, currentLanguage()) });
}

/** Returns whether digits without a country code were typed, and no country says what they mean. */
function isUnclear(typed: string, country: Country | null): boolean {
  return country === null && needsCountry(typed);
}

/** Returns a typed number with its country code, so that the server stores the number shown in the hint. */
export function phoneToSend(typed: string, country: Country | null): string {
  const reading = readTyped(typed, country);
  return 'digits' in reading ? `+${reading.digits}` : typed;
}

function readTyped(typed: string, country: Country | null) {
  return readPhone(typed, { country, prefers: 'national' });
}
