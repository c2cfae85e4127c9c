import { MultiSelect } from '@mantine/core';
import { useState } from 'react';
import type { SettingsState } from '../../../shared/ipc/shapes.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { languageOptions } from './language-names.ts';
import { SettingRow } from './setting-row.tsx';
import { changeSettings } from './settings.actions.ts';

/** As many as main takes. */
const MOST = 8;

/** The languages in which the composer is checked while somebody types. */
export function SpellCheckRow({ state }: { state: SettingsState }) {
  const [problem, setProblem] = useState<string | null>(null);
  const chosen = state.settings.spellCheckLanguages;

  if (state.availableSpellCheckLanguages.length === 0) {
    return (
      <SettingRow
        label="Languages"
        description="Your system checks the spelling, in the languages set there."
      />
    );
  }

  async function save(languages: string[]): Promise<void> {
    setProblem(null);
    try {
      await changeSettings({ spellCheckLanguages: languages });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }

  return (
    <div>
      <MultiSelect
        label="Languages"
        description={`Up to ${MOST}. Without one, the languages of your system count.`}
        placeholder={chosen.length === 0 ? 'Languages of the system' : undefined}
        data={languageOptions([...state.availableSpellCheckLanguages, ...chosen])}
        value={chosen}
        onChange={(languages) => void save(languages)}
        maxValues={MOST}
        searchable
        clearable
        hidePickedOptions
        nothingFoundMessage="No such language"
        clearButtonProps={{ 'aria-label': 'Remove all languages' }}
        error={problem}
        comboboxProps={{ shadow: 'md' }}
        data-testid="spell-check"
      />
    </div>
  );
}
