import { Switch } from '@mantine/core';
import type { DesktopSettings } from '../../../shared/ipc/shapes.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { changeSettings } from './settings.actions.ts';
import classes from './switch-row.module.css';

type SwitchName = {
  [Key in keyof DesktopSettings]: DesktopSettings[Key] extends boolean ? Key : never;
}[keyof DesktopSettings];

export interface SwitchRowProps {
  name: SwitchName;
  settings: DesktopSettings;
  label: string;
  description: string;
}

/** One thing that is on or off. It counts as soon as it is switched. */
export function SwitchRow({ name, settings, label, description }: SwitchRowProps) {
  const isOn = settings[name];
  const { problem, run } = useDeed(() => changeSettings({ [name]: !isOn }));
  return (
    <Switch
      classNames={{
        body: classes.body,
        labelWrapper: classes.words,
        label: classes.label,
        track: classes.track,
      }}
      labelPosition="left"
      label={label}
      description={description}
      error={problem}
      checked={isOn}
      onChange={run}
      data-testid={`setting-${name}`}
    />
  );
}
