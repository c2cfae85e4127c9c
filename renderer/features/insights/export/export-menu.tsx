import { Button, Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { Insights } from '../../../../shared/contract/public/insights.contract.ts';
import { isDesktop } from '../../../lib/desktop/desktop.ts';
import { t } from '../../../lib/i18n.ts';
import { csvOf, figureRows, pointRows } from './insights-csv.ts';

/** Downloads the figures that are shown, as CSV. */
export function ExportMenu({ insights }: { insights: Insights }) {
  // The desktop app saves no files.
  if (isDesktop) return null;
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
        {files.map(([name, rows]) => (
          <Menu.Item
            key={name}
            component="a"
            href={`data:text/csv;charset=utf-8,${encodeURIComponent(csvOf(rows))}`}
            download={`insights-${from}-${to}-${name}.csv`}
            data-testid={`insights-export-${name}`}
          >
            {t(`insights:export.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
