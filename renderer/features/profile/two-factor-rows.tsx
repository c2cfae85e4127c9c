import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { twoFactorOptions } from './profile.queries.ts';
import { TwoFactorModal, type TwoFactorTask } from './two-factor-modal.tsx';

/** The person's second factor: on or off, and the recovery codes. */
export function TwoFactorRows() {
  const state = useQuery(twoFactorOptions());
  const [task, setTask] = useState<TwoFactorTask | null>(null);
  const twoFactor = state.data;

  return (
    <>
      <NotLoadedSettings title={t('profile:twoFactor.loadFailed')} query={state} />
      {twoFactor && (
        <SettingRow label={t('profile:twoFactor.title')} description={describe(twoFactor)}>
          {twoFactor.enabledAt === null ? (
            <Button onClick={() => setTask('turn-on')} data-testid="two-factor-on">
              {t('profile:twoFactor.turnOn')}
            </Button>
          ) : (
            !twoFactor.isRequired && (
              <Button variant="default" onClick={() => setTask('turn-off')} data-testid="two-factor-off">
                {t('profile:twoFactor.turnOff')}
              </Button>
            )
          )}
        </SettingRow>
      )}
      {twoFactor?.isEnabled && (
        <SettingRow
          label={t('profile:twoFactor.recovery')}
          description={t('profile:twoFactor.left', { count: twoFactor.recoveryCodesLeft })}
        >
          <Button variant="default" onClick={() => setTask('renew-codes')} data-testid="recovery-codes-renew">
            {t('profile:twoFactor.renew')}
          </Button>
        </SettingRow>
      )}
      <TwoFactorModal task={task} onClose={() => setTask(null)} />
    </>
  );
}

function describe({ enabledAt, isRequired }: { enabledAt: string | null; isRequired: boolean }): string {
  const state =
    enabledAt === null
      ? t('profile:twoFactor.off')
      : t('profile:twoFactor.on', { date: formatDate(enabledAt) });
  return isRequired ? `${state} ${t('profile:twoFactor.required')}` : state;
}
