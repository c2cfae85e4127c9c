import { SegmentedControl, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';
import { t } from '../../lib/i18n.ts';
import { COLOR_SCHEMES } from '../../ui/color-schemes.ts';
import { SettingRow } from '../../ui/setting-row.tsx';

/** Light, dark, or as the system, on this device. */
export function AppearanceRow() {
  const labelId = useId();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingRow
      label={t('profile:account.appearance')}
      labelId={labelId}
      description={t('profile:account.appearanceHint')}
    >
      <SegmentedControl
        aria-labelledby={labelId}
        data={COLOR_SCHEMES.map(({ value }) => ({ value, label: t(`colorScheme.${value}`) }))}
        value={colorScheme}
        onChange={setColorScheme}
        data-testid="profile-appearance"
      />
    </SettingRow>
  );
}
