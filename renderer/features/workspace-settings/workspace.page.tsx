import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { queries } from '../../lib/api/api.ts';
import { formatSize } from '../../lib/format/format-size.ts';
import { t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { NotLoadedSettings } from '../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import { TwoFactorRule } from './two-factor-rule.tsx';

/** The rules of the workspace for signing in. */
export function SecurityPage({ session }: { session: Session }) {
  return (
    <PageFrame
      title={t('workspace:security.title')}
      lead={t('workspace:security.lead', { workspace: session.workspace.name })}
    >
      <SettingsSection title={t('workspace:settings.twoFactor.title')}>
        <TwoFactorRule session={session} />
      </SettingsSection>
    </PageFrame>
  );
}

/** What the files of the workspace use. */
export function StoragePage() {
  return (
    <PageFrame title={t('workspace:storage.title')} lead={t('workspace:storage.lead')}>
      <SettingsSection title={t('workspace:settings.storage.title')}>
        <StorageUse />
      </SettingsSection>
    </PageFrame>
  );
}

/** Shows what the files of the workspace use, and whether new ones can be stored. */
function StorageUse() {
  const storage = useQuery({ ...queries.media.storage.queryOptions({ input: {} }), staleTime: 0 });
  if (!storage.data)
    return <NotLoadedSettings title={t('workspace:settings.storage.failed')} query={storage} />;
  const { usedBytes, limitBytes, unsentBytes, unsentLimitBytes, isDiskFull } = storage.data;
  const used = formatSize(usedBytes);
  const isFull = limitBytes !== null && usedBytes >= limitBytes;
  return (
    <Stack gap={10} data-testid="workspace-storage">
      {isDiskFull && <Notice tone="bad">{t('workspace:settings.storage.diskFull')}</Notice>}
      {isFull && <Notice tone="bad">{t('workspace:settings.storage.full')}</Notice>}
      <Text size="md" fw={550} lh={1.4}>
        {limitBytes === null
          ? t('workspace:settings.storage.used', { used })
          : t('workspace:settings.storage.ofLimit', { used, limit: formatSize(limitBytes) })}
      </Text>
      {limitBytes !== null && (
        <Progress
          value={Math.min(100, (usedBytes / limitBytes) * 100)}
          color={isFull ? 'red.7' : undefined}
          maw={460}
          aria-label={t('workspace:settings.storage.title')}
        />
      )}
      {unsentBytes > 0 && (
        <Text size="xs" c="dimmed">
          {t('workspace:settings.storage.unsent', {
            used: formatSize(unsentBytes),
            limit: formatSize(unsentLimitBytes),
          })}
        </Text>
      )}
    </Stack>
  );
}
