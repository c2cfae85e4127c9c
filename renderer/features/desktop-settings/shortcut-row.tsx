import { useId, useState } from 'react';
import type { SettingsState } from '../../../shared/ipc/shapes.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { SettingRow } from './setting-row.tsx';
import { changeSettings } from './settings.actions.ts';
import { ShortcutField } from './shortcut-field.tsx';

/** The keys that bring the window to the front, and whether the system gave them to us. */
export function ShortcutRow({ state }: { state: SettingsState }) {
  const labelId = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const { globalShortcut } = state.settings;
  const isTaken = globalShortcut !== null && !state.isShortcutActive;

  async function save(accelerator: string | null): Promise<void> {
    setProblem(null);
    try {
      await changeSettings({ globalShortcut: accelerator });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }

  return (
    <SettingRow
      label="Shortcut to Switchboard"
      labelId={labelId}
      description="Brings the window to the front from any program."
      problem={problem ?? (isTaken ? 'Another program has these keys. Choose others.' : null)}
    >
      <ShortcutField labelId={labelId} accelerator={globalShortcut} onChange={save} onRefused={setProblem} />
    </SettingRow>
  );
}
