import { currentLanguage } from '../i18n.ts';

/** Returns the separators with which numbers are typed in the current language. */
export function numberSeparators(): { thousandSeparator: string; decimalSeparator: string } {
  return currentLanguage() === 'en'
    ? { thousandSeparator: ',', decimalSeparator: '.' }
    : { thousandSeparator: '.', decimalSeparator: ',' };
}
