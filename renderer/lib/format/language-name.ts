import { currentLanguage } from '../i18n.ts';

/** Returns the name of a language for a list to choose from, in the current language: `Português (Brasil)`. An unknown code stays. */
export function languageName(code: string): string {
  try {
    const name = new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(currentLanguage()) + name.slice(1);
  } catch {
    return code;
  }
}
