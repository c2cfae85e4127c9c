import { NativeSelect } from '@mantine/core';
import { asLanguage, changeLanguage, currentLanguage, LANGUAGES, t } from '../../lib/i18n.ts';
import classes from './language-select.module.css';

/** Selects the language of this device. Each language is shown with its native name. */
export function LanguageSelect() {
  return (
    <NativeSelect
      classNames={{ input: classes.input }}
      variant="unstyled"
      size="xs"
      aria-label={t('language')}
      data={LANGUAGES}
      value={currentLanguage()}
      onChange={(event) => {
        const language = asLanguage(event.currentTarget.value);
        // If the texts cannot be loaded, the language and the select do not change.
        if (language) changeLanguage(language).catch(() => undefined);
      }}
      data-testid="language"
    />
  );
}
