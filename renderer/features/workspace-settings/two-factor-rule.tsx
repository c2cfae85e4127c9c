import { Anchor, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { Trans } from 'react-i18next';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';

/** Whether everyone in the workspace needs a second factor. Owners can change it. */
export function TwoFactorRule({ session }: { session: Session }) {
  const labelId = useId();
  const state = useQuery(queries.twoFactor.status.queryOptions({ input: {} }));
  const [isAsking, setAsking] = useState(false);
  const changing = useMutation((isRequired: boolean) => api.twoFactor.require({ body: { isRequired } }), {
    onSuccess: () => {
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: queries.twoFactor.key() });
    },
  });
  const isOwner = session.permissions.includes('security:manage');
  const { isRequired = false, isEnabled = false } = state.data ?? {};
  const mayChange = isOwner && (isRequired || isEnabled);
  // A switch that is off would say that no one needs it.
  if (state.error && !state.data) {
    return <NotLoadedSettings title={t('workspace:settings.twoFactor.notLoaded')} query={state} />;
  }

  return (
    <>
      <SettingRow
        label={t('workspace:settings.twoFactor.label')}
        labelId={labelId}
        description={
          <>
            {t('workspace:settings.twoFactor.hint')}{' '}
            {!isOwner && t('workspace:settings.twoFactor.ownersOnly')}
            {isOwner && state.data && !mayChange && (
              <Trans
                t={t}
                i18nKey="workspace:settings.twoFactor.ownFirst"
                components={{ profile: <Anchor component={Link} to="/settings/profile" inherit /> }}
              />
            )}
          </>
        }
        problem={isAsking ? null : changing.error}
      >
        <Switch
          aria-labelledby={labelId}
          checked={isRequired}
          disabled={!mayChange || changing.isPending}
          onChange={() => (isRequired ? changing.mutate(false) : setAsking(true))}
          data-testid="require-two-factor"
        />
      </SettingRow>
      <ConfirmModal
        opened={isAsking}
        isHarmless
        title={t('workspace:settings.twoFactor.confirm.title')}
        confirmLabel={t('workspace:settings.twoFactor.confirm.button')}
        mutation={{ ...changing, mutate: () => changing.mutate(true), variables: undefined }}
        onClose={() => setAsking(false)}
      >
        <Text>{t('workspace:settings.twoFactor.confirm.text')}</Text>
      </ConfirmModal>
    </>
  );
}
