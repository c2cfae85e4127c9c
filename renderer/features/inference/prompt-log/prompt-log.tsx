import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessageOff, IconTrash } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NotLoadedCard } from '../../../ui/error-state.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { promptLogOptions, promptSettingsOptions, refreshPromptLog } from '../inference.queries.ts';
import { OpenedPromptModal } from './opened-prompt.tsx';
import { PromptLogTable } from './prompt-log-table.tsx';
import { PromptSettings } from './prompt-settings.tsx';

/** The stored prompts and answers, and the settings of what is stored. */
export function PromptLog({ isShown, mayChange }: { isShown: boolean; mayChange: boolean }) {
  const settings = useQuery({ ...promptSettingsOptions(), enabled: isShown });
  const log = useInfiniteQuery({ ...promptLogOptions(), enabled: isShown });
  const [opened, setOpened] = useState<string | null>(null);
  const [isClearing, setClearing] = useState(false);
  const entries = log.data?.pages.flatMap((page) => page.data);
  const storedCount = settings.data?.kept ?? 0;
  const clearing = useMutation(
    async () => {
      await api.promptLog.clear({});
      await refreshPromptLog();
    },
    { onSuccess: () => setClearing(false) },
  );

  if (!settings.data)
    return <NotLoadedCard title={t('inference:prompts.loadFailed')} query={settings} height={160} />;
  const { keeps, days } = settings.data;
  return (
    <Stack gap="md">
      <PromptSettings settings={{ keeps, days }} mayChange={mayChange} />
      {(keeps || storedCount > 0) && (
        <>
          <Group justify="space-between">
            <Text fw={600} data-testid="prompts-kept">
              {t('inference:prompts.stored', { count: storedCount, formatted: formatCount(storedCount) })}
            </Text>
            <Group gap="xs">
              <Button variant="default" loading={log.isRefetching} onClick={() => void refreshPromptLog()}>
                {t('inference:prompts.refresh')}
              </Button>
              {mayChange && storedCount > 0 && (
                <Button
                  variant="default"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => setClearing(true)}
                  data-testid="prompts-clear"
                >
                  {t('inference:prompts.deleteAll')}
                </Button>
              )}
            </Group>
          </Group>
          <ListCard
            query={log}
            more={t('inference:prompts.earlier')}
            moreTestId="prompts-more"
            errorTitle={t('inference:prompts.loadCallsFailed')}
            empty={
              entries?.length === 0 && (
                <EmptyState
                  icon={<IconMessageOff size={26} stroke={1.6} />}
                  title={t('inference:prompts.empty.title')}
                >
                  {t('inference:prompts.empty.text')}
                </EmptyState>
              )
            }
          >
            <PromptLogTable entries={entries ?? null} onOpen={setOpened} />
          </ListCard>
        </>
      )}
      <OpenedPromptModal id={opened} onClose={() => setOpened(null)} />
      <ConfirmModal
        opened={isClearing}
        title={t('inference:prompts.deleteTitle')}
        confirmLabel={t('inference:prompts.deleteAll')}
        mutation={clearing}
        onClose={() => setClearing(false)}
      >
        <Text>
          {t('inference:prompts.deleteText', { count: storedCount, formatted: formatCount(storedCount) })}
        </Text>
      </ConfirmModal>
    </Stack>
  );
}
