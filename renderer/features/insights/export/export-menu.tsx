import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Insights } from '../../../../shared/contract/public/insights.contract.ts';
import { saveText } from '../../../lib/desktop/save-file.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { showErrorToast } from '../../../lib/toast.ts';
import { csvOf, figureRows, pointRows } from './insights-csv.ts';

/** Saves the figures that are shown as CSV. A browser downloads the file, the desktop app asks where to save it. */
export function ExportMenu({ insights }: { insights: Insights }) {
  const saving = useMutation(({ name, text }: { name: string; text: string }) => saveText(text, name), {
    onError: (error) => showErrorToast(t('insights:export.failed'), error),
  });
  const { from, to, interval } = insights;
  const files = [
    ['figures', figureRows(insights)],
    [interval, pointRows(insights)],
  ] as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} />} data-testid="insights-export">
          {t('insights:export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(([name, rows]) => {
          const file = `insights-${from}-${to}-${name}.csv`;
          return (
            <Menu.Item
              key={name}
              onClick={() => saving.mutate({ name: file, text: csvOf(rows) })}
              data-testid={`insights-export-${name}`}
            >
              {t(`insights:export.${name}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
