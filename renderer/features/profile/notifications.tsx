import { Button, Checkbox, Group, NativeSelect, SegmentedControl, Slider } from '@mantine/core';
import { useEffect, useId } from 'react';
import { isDesktop } from '../../lib/desktop/desktop.ts';
import { formatShare } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import {
  askForNotices,
  readPermission,
  showBrowserNotice,
  useNoticePermission,
} from '../../lib/notices/browser-notices.ts';
import {
  chooseNotices,
  NOTICE_SOUNDS,
  type NoticeSound,
  type QuietHours,
  USUAL_QUIET_HOURS,
  useNoticeSettings,
} from '../../lib/notices/notice-settings.store.ts';
import { playSound } from '../../lib/notices/play-sound.ts';
import { DateTimeField } from '../../ui/date-time/date-time-field.tsx';
import { SettingRow } from '../../ui/settings/setting-row.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './notifications.module.css';

/** What this device notifies the person about, and with which sound. */
export function Notifications() {
  return (
    <SettingsSection title={t('profile:notifications.title')}>
      <AboutRow />
      {!isDesktop && <BrowserRow />}
      <SoundRow />
      <QuietRow />
    </SettingsSection>
  );
}

function AboutRow() {
  const labelId = useId();
  const { about } = useNoticeSettings();
  return (
    <SettingRow
      label={t('profile:notifications.about')}
      labelId={labelId}
      description={t('profile:notifications.aboutHint')}
    >
      <SegmentedControl
        aria-labelledby={labelId}
        data={(['all', 'mine', 'none'] as const).map((value) => ({
          value,
          label: t(`profile:notifications.abouts.${value}`),
        }))}
        value={about}
        onChange={(value) => chooseNotices({ about: value })}
        data-testid="notices-about"
      />
    </SettingRow>
  );
}

function BrowserRow() {
  const { permission } = useNoticePermission();
  // It may have been changed in the browser's own settings.
  useEffect(readPermission, []);
  const test = () =>
    showBrowserNotice(
      {
        tag: 'test',
        title: t('profile:notifications.testTitle'),
        body: t('profile:notifications.testBody'),
      },
      () => {},
    );
  return (
    <SettingRow
      label={t('profile:notifications.browser')}
      description={t(`profile:notifications.permissions.${permission}`)}
    >
      {permission === 'default' && (
        <Button variant="default" onClick={() => void askForNotices()} data-testid="notices-allow">
          {t('profile:notifications.allow')}
        </Button>
      )}
      {permission === 'granted' && (
        <Button variant="default" onClick={test} data-testid="notices-test">
          {t('profile:notifications.test')}
        </Button>
      )}
    </SettingRow>
  );
}

function SoundRow() {
  const labelId = useId();
  const { sound, volume } = useNoticeSettings();
  return (
    <SettingRow
      label={t('profile:notifications.sound')}
      labelId={labelId}
      description={t(
        isDesktop ? 'profile:notifications.soundHintDesktop' : 'profile:notifications.soundHint',
      )}
    >
      <Group gap="sm" justify="flex-end">
        {sound !== 'none' && (
          <Slider
            w={120}
            value={Math.round(volume * 100)}
            onChange={(percent) => chooseNotices({ volume: percent / 100 })}
            onChangeEnd={(percent) => playSound(sound, percent / 100)}
            min={5}
            step={5}
            label={(percent) => formatShare(percent / 100)}
            thumbLabel={t('profile:notifications.volume')}
            data-testid="notices-volume"
          />
        )}
        <NativeSelect
          aria-labelledby={labelId}
          data={NOTICE_SOUNDS.map((value) => ({ value, label: soundLabel(value) }))}
          value={sound}
          onChange={(event) => {
            const chosen = NOTICE_SOUNDS.find((one) => one === event.currentTarget.value) ?? 'none';
            chooseNotices({ sound: chosen });
            playSound(chosen, volume);
          }}
          data-testid="notices-sound"
        />
        <Button
          variant="default"
          disabled={sound === 'none'}
          onClick={() => playSound(sound, volume)}
          data-testid="notices-listen"
        >
          {t('profile:notifications.play')}
        </Button>
      </Group>
    </SettingRow>
  );
}

/** Without a sound of ours, the desktop's notification has the system's. */
function soundLabel(sound: NoticeSound): string {
  return t(`profile:notifications.sounds.${sound === 'none' && isDesktop ? 'system' : sound}`);
}

function QuietRow() {
  const labelId = useId();
  const { quiet } = useNoticeSettings();
  return (
    <SettingRow
      label={t('profile:notifications.quiet')}
      labelId={labelId}
      description={t('profile:notifications.quietHint')}
    >
      <div className={classes.quiet}>
        <SegmentedControl
          aria-labelledby={labelId}
          data={(['off', 'on'] as const).map((value) => ({
            value,
            label: t(`profile:notifications.quiets.${value}`),
          }))}
          value={quiet ? 'on' : 'off'}
          onChange={(value) => chooseNotices({ quiet: value === 'on' ? USUAL_QUIET_HOURS : null })}
          data-testid="notices-quiet"
        />
        {quiet && <QuietFields quiet={quiet} />}
      </div>
    </SettingRow>
  );
}

function QuietFields({ quiet }: { quiet: QuietHours }) {
  const change = (changes: Partial<QuietHours>) => chooseNotices({ quiet: { ...quiet, ...changes } });
  return (
    <>
      <Group gap="xs">
        <DateTimeField
          kind="time"
          label={t('profile:notifications.from')}
          value={quiet.from}
          onChange={(from) => change({ from })}
          data-testid="notices-quiet-from"
        />
        <DateTimeField
          kind="time"
          label={t('profile:notifications.to')}
          value={quiet.to}
          onChange={(to) => change({ to })}
          data-testid="notices-quiet-to"
        />
      </Group>
      <Checkbox
        label={t('profile:notifications.weekends')}
        checked={quiet.weekends}
        onChange={({ currentTarget: { checked } }) => change({ weekends: checked })}
      />
    </>
  );
}
