import { NativeSelect } from '@mantine/core';
import { asLanguage, changeLanguage, currentLanguage, LANGUAGES, t } from '../lib/i18n.ts';
import classes from './language-select.module.css';

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** Lets a visitor choose the language of this device. Every language stands under its own name. */
export function LanguageSelect() {
  return (
    <NativeSelect
      classNames={{ input: classes.input }}
      variant="unstyled"
      size="xs"
      aria-label={t('language')}
      data={OPTIONS}
      value={currentLanguage()}
      onChange={(event) => {
        const language = asLanguage(event.currentTarget.value);
        // Where its texts cannot be fetched, the language stays as it is, and the select says so.
        if (language) changeLanguage(language).catch(() => undefined);
      }}
      data-testid="language"
    />
  );
}
