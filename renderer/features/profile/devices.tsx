import { Button, Text } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { Device } from '../../../shared/contract/access/devices.contract.ts';
import { api, queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { formatDate } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { QuietTag } from '../../ui/quiet-tag.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './devices.module.css';

function refreshDevices(): void {
  void queryClient.invalidateQueries({ queryKey: queries.devices.key() });
}

/** The devices where the person is signed in, to sign them out. */
export function Devices() {
  const devices = useQuery(queries.devices.list.queryOptions({ input: {} }));
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation(() => api.devices.signOutOthers({}), {
    toast: ({ sessions }) => t('profile:devices.othersEnded', { count: sessions }),
    onSuccess: () => {
      setAsking(false);
      refreshDevices();
    },
  });
  const listed = devices.data?.data;
  return (
    <SettingsSection title={t('profile:devices.title')}>
      <NotLoadedSettings title={t('profile:devices.loadFailed')} query={devices} rows={2} />
      {listed?.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
      {listed && listed.length > 1 && (
        <div>
          <Button variant="default" onClick={() => setAsking(true)} data-testid="devices-end-others">
            {t('profile:devices.endOthers')}
          </Button>
        </div>
      )}
      <ConfirmModal
        opened={isAsking}
        title={t('profile:devices.endOthersTitle')}
        confirmLabel={t('profile:devices.end')}
        isHarmless
        mutation={ending}
        onClose={() => setAsking(false)}
      >
        <Text>{t('profile:devices.endOthersText')}</Text>
      </ConfirmModal>
    </SettingsSection>
  );
}

function DeviceRow({ device }: { device: Device }) {
  const { id, isCurrent, isPhone } = device;
  const name = nameOf(device);
  const [isAsking, setAsking] = useState(false);
  const ending = useMutation(() => api.devices.signOut({ params: { id } }), {
    onSuccess: () => {
      setAsking(false);
      refreshDevices();
    },
  });
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return (
    <div className={classes.row} data-testid="device" data-id={id}>
      <Icon size={22} stroke={1.6} className={classes.icon} aria-hidden />
      <div className={classes.text}>
        <div className={classes.name}>
          {name}
          {isCurrent && <QuietTag>{t('profile:devices.current')}</QuietTag>}
        </div>
        <Text size="xs" c="dimmed" component="div" mt={2}>
          <Trans
            t={t}
            i18nKey="profile:devices.times"
            values={{ date: formatDate(device.createdAt) }}
            components={{ seen: <RelativeTime time={device.lastSeenAt} inWords /> }}
          />
        </Text>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          aria-label={t('profile:devices.endOf', { name })}
          onClick={() => setAsking(true)}
          data-testid="device-end"
        >
          {t('profile:devices.end')}
        </Button>
      )}
      <ConfirmModal
        opened={isAsking}
        title={t('profile:devices.endTitle', { name })}
        confirmLabel={t('profile:devices.end')}
        isHarmless
        mutation={ending}
        onClose={() => setAsking(false)}
      >
        <Text>{t('profile:devices.endText')}</Text>
      </ConfirmModal>
    </div>
  );
}

function nameOf({ app, system }: Device): string {
  if (app && system) return t('profile:devices.name', { app, system });
  return app ?? system ?? t('profile:devices.unknown');
}
