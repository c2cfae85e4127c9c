import { type Country, CountrySchema } from '../../../shared/domain/country.ts';

/**
 * Guesses the country from the browser's languages: the first region (`pt-BR`), or the main country of the
 * first language. Null when there is none.
 */
export function guessCountry(languages: readonly string[]): Country | null {
  const regions = languages.map((language) => regionOf(language, (locale) => locale));
  const [first] = languages;
  if (first !== undefined) regions.push(regionOf(first, (locale) => locale.maximize()));
  return regions.find((region) => region !== null) ?? null;
}

function regionOf(language: string, widen: (locale: Intl.Locale) => Intl.Locale): Country | null {
  try {
    return CountrySchema.nullable()
      .catch(null)
      .parse(widen(new Intl.Locale(language)).region ?? null);
  } catch {
    // Not a valid language tag: browsers can be configured to send anything.
    return null;
  }
}
