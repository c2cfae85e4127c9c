import { NativeSelect } from '@mantine/core';
import { useId } from 'react';
import type { Language } from '../../../shared/domain/language.ts';
import { asLanguage, currentLanguage, LANGUAGES, t } from '../../lib/i18n.ts';
import { SettingRow } from '../../ui/setting-row.tsx';

const OPTIONS = Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }));

/** The language of the person's account, on every device. */
export function LanguageRow({ onChoose }: { onChoose: (language: Language) => void }) {
  const labelId = useId();
  return (
    <SettingRow
      label={t('profile:account.language')}
      labelId={labelId}
      description={t('profile:account.languageHint')}
    >
      <NativeSelect
        aria-labelledby={labelId}
        data={OPTIONS}
        value={currentLanguage()}
        onChange={(event) => {
          const language = asLanguage(event.currentTarget.value);
          if (language) onChoose(language);
        }}
        data-testid="profile-language"
      />
    </SettingRow>
  );
}
