import { type CountryCode, getCountries } from 'libphonenumber-js/min';
import { z } from 'zod';

/** A country by its two letters of ISO 3166-1, such as `BR`. */
export const CountrySchema = z.enum(getCountries(), {
  error: 'must be a two-letter ISO 3166-1 country code, such as BR',
});

export type Country = CountryCode;

/** Returns the name of a country in the given language, such as `Brazil`; its code where there is no name. */
export function countryName(country: Country, language = 'en'): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
