import { Button, Skeleton, Stack } from '@mantine/core';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { askAgain } from '../../lib/api/query-client.ts';
import { t } from '../../lib/i18n.ts';
import { SettingRow } from './setting-row.tsx';

/** Takes the place of settings that a query has not loaded: placeholders, then that they could not be loaded, and why. */
export function NotLoadedSettings({
  title,
  query,
  rows = 1,
}: {
  title: string;
  query: { data: unknown; error: Error | null; refetch: () => unknown };
  /** How many settings there will be. */
  rows?: number;
}) {
  if (query.data !== undefined) return null;
  if (!query.error) return <Skeletons rows={rows} />;
  return (
    <div role="alert">
      <SettingRow label={title} description={sentenceOf(query.error)}>
        <Button variant="default" onClick={() => void askAgain().then(query.refetch)}>
          {t('actions.retry')}
        </Button>
      </SettingRow>
    </div>
  );
}

function Skeletons({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
    <Stack key={row} gap={8} aria-busy="true">
      <Skeleton h={14} w={160} maw="60%" />
      <Skeleton h={12} w={320} maw="100%" />
    </Stack>
  ));
}
