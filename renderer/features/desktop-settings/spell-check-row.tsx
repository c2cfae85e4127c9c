import { MultiSelect } from '@mantine/core';
import type { SettingsState } from '../../../shared/ipc/shapes.ts';
import { languageName } from '../../lib/format/language-name.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { changeSettings } from './settings.actions.ts';

/** The limit of the main process. */
const MAX_LANGUAGES = 8;

/** The spell check languages of the composer. */
export function SpellCheckRow({ state }: { state: SettingsState }) {
  const saving = useMutation((spellCheckLanguages: string[]) => changeSettings({ spellCheckLanguages }));
  const chosen = state.settings.spellCheckLanguages;

  if (state.availableSpellCheckLanguages.length === 0) {
    return (
      <SettingRow
        label={t('desktop-settings:spelling.languages')}
        description={t('desktop-settings:spelling.bySystem')}
      />
    );
  }

  return (
    <div>
      <MultiSelect
        label={t('desktop-settings:spelling.languages')}
        description={t('desktop-settings:spelling.hint', { most: MAX_LANGUAGES })}
        placeholder={chosen.length === 0 ? t('desktop-settings:spelling.placeholder') : undefined}
        data={languageOptions([...state.availableSpellCheckLanguages, ...chosen])}
        value={chosen}
        onChange={saving.mutate}
        maxValues={MAX_LANGUAGES}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage={t('desktop-settings:spelling.noMatch')}
        clearButtonProps={{ 'aria-label': t('desktop-settings:spelling.clear') }}
        error={saving.error}
        comboboxProps={{ shadow: 'md' }}
        data-testid="spell-check"
      />
    </div>
  );
}

/** Returns the languages sorted by name. An unknown code is shown unchanged. */
function languageOptions(codes: readonly string[]): { value: string; label: string }[] {
  return [...new Set(codes)]
    .map((value) => ({ value, label: languageName(value) }))
    .sort((left, right) => left.label.localeCompare(right.label));
}
