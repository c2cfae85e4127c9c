import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import type {
  BroadcastPreview,
  BroadcastPrices,
} from '../../../shared/contract/broadcast-planning.contract.ts';
import type { Country } from '../../../shared/domain/country.ts';
import { countryOfPhone, splitPhone } from '../../../shared/domain/phone.ts';
import type { AudienceGroup } from '../../features/broadcasts/index.ts';

/** Prices are added up in millionths, so that no share of a cent is lost. */
const MILLIONTHS = 1_000_000;

/** The country of most numbers of a country code that several countries share. */
const MAIN: Readonly<Record<string, Country>> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
};

/** Returns what a broadcast would cost at most, by the prices that the owner keeps; null without prices (decision 0304). */
export function estimateCost(
  prices: BroadcastPrices | null,
  category: string,
  groups: readonly AudienceGroup[],
): BroadcastPreview['cost'] {
  if (!prices) return null;
  const people = new Map<Country | null, number>();
  for (const { phone, count } of groups) {
    const country = likelyCountry(phone);
    people.set(country, (people.get(country) ?? 0) + count);
  }
  const kind = kindOf(category);
  const others = prices.rows.find(({ country }) => country === null);
  const countries = [...people].map(([country, count]) => {
    const row = prices.rows.find((one) => country !== null && one.country === country) ?? others;
    const price = row?.[kind] ?? null;
    const amount = price === null ? null : (Math.round(price * MILLIONTHS) * count) / MILLIONTHS;
    return { country, people: count, price, amount };
  });
  const sum = countries.reduce((total, { amount }) => total + Math.round((amount ?? 0) * MILLIONTHS), 0);
  return {
    currency: prices.currency,
    amount: sum / MILLIONTHS,
    unpriced: countries.reduce((total, one) => total + (one.price === null ? one.people : 0), 0),
    countries: countries.toSorted((one, other) => other.people - one.people),
  };
}

function kindOf(category: string): 'marketing' | 'utility' | 'authentication' {
  if (category === 'UTILITY') return 'utility';
  return category === 'AUTHENTICATION' ? 'authentication' : 'marketing';
}

/** Returns the country of a number; the main one of its country code where the number alone does not say. */
function likelyCountry(phone: string): Country | null {
  const certain = countryOfPhone(phone);
  if (certain) return certain;
  const code = splitPhone(phone)?.countryCode;
  if (code === undefined) return null;
  return MAIN[code] ?? getCountries().find((country) => getCountryCallingCode(country) === code) ?? null;
}
