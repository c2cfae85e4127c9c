import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { saveText } from '../../../lib/desktop/save-file.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast, showToast } from '../../../lib/toast.ts';
import { loadBehind } from '../insights.queries.ts';
import type { Behind } from '../insights-search.ts';
import { csvOf, listRows } from './insights-csv.ts';

/** Saves the conversations behind a figure as CSV, also those that are not on the screen yet. */
export function ExportList({ behind, days }: { behind: Behind; days: { from: string; to: string } }) {
  const saving = useMutation(
    async () => {
      const { rows, isPart } = await loadBehind(behind, days);
      await saveText(csvOf(listRows(rows)), `insights-${days.from}-${days.to}-${behind.figure}.csv`);
      return isPart ? rows.length : null;
    },
    {
      onSuccess: (count) => {
        if (count !== null) showToast(t('insights:export.part', { number: formatCount(count) }));
      },
      onError: (error) => showErrorToast(t('insights:export.failed'), error),
    },
  );
  return (
    <Button
      variant="subtle"
      fullWidth
      mt="sm"
      leftSection={<IconDownload size={16} />}
      loading={saving.isPending}
      onClick={() => saving.mutate()}
      data-testid="insights-export-list"
    >
      {t('insights:export.open')}
    </Button>
  );
}
