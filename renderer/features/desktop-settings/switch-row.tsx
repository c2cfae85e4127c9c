import { Switch } from '@mantine/core';
import type { DesktopSettings } from '../../../shared/ipc/shapes.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
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

/** A setting that is on or off, saved at once. */
export function SwitchRow({ name, settings, label, description }: SwitchRowProps) {
  const isOn = settings[name];
  const change = useMutation(() => changeSettings({ [name]: !isOn }));
  return (
    <Switch
      classNames={{
        body: classes.body,
        labelWrapper: classes.text,
        label: classes.label,
        track: classes.track,
      }}
      labelPosition="left"
      label={label}
      description={description}
      error={change.error}
      checked={isOn}
      onChange={() => change.mutate()}
      data-testid={`setting-${name}`}
    />
  );
}
