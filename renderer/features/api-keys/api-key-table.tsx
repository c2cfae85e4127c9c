import { Button, Tooltip } from '@mantine/core';
import type { ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { t } from '../../lib/i18n.ts';
import { CodeChip } from '../../ui/code/code-chip.tsx';
import { ActionsCell, type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './api-key-table.module.css';
import { permissionsLabel } from './key-permissions.ts';

const columns = (): Column[] => [
  { key: 'name', title: t('api-keys:table.name') },
  { key: 'key', title: t('api-keys:table.key'), width: 134 },
  { key: 'permissions', title: t('api-keys:table.permissions'), width: 170, room: 'medium' },
  { key: 'created', title: t('api-keys:table.created'), width: 160, room: 'medium' },
  { key: 'used', title: t('api-keys:table.lastUsed'), width: 130, room: 'small' },
];

/** The table of live keys. Null while they load. */
export function ApiKeyTable({
  keys,
  onRevoke,
}: {
  keys: readonly ApiKey[] | null;
  onRevoke: (key: ApiKey) => void;
}) {
  return (
    <DataTable label={t('api-keys:table.label')} columns={columns()} actionsWidth={108}>
      {keys === null ? (
        <SkeletonRows columns={columns()} rows={4} />
      ) : (
        keys.map((key) => (
          <tr key={key.id} data-testid="key-row" data-id={key.id}>
            <td className={classes.name}>{key.name}</td>
            <td>
              <Tooltip label={t('api-keys:table.keyHint')}>
                <CodeChip>svc_…{key.hint}</CodeChip>
              </Tooltip>
            </td>
            <td data-room="medium" className={classes.permissions}>
              {permissionsLabel(key.permissions)}
            </td>
            <td data-room="medium">
              <RelativeTime time={key.createdAt} inWords />
              {key.createdBy !== null && (
                <div className={classes.soft}>{t('api-keys:table.createdBy', { name: key.createdBy })}</div>
              )}
            </td>
            <td data-room="small" className={classes.soft}>
              {key.lastUsedAt === null ? (
                t('api-keys:table.neverUsed')
              ) : (
                <RelativeTime time={key.lastUsedAt} inWords />
              )}
            </td>
            <ActionsCell>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={t('api-keys:table.revokeLabel', { name: key.name, hint: key.hint })}
                onClick={() => onRevoke(key)}
                data-testid="key-revoke"
              >
                {t('api-keys:table.revoke')}
              </Button>
            </ActionsCell>
          </tr>
        ))
      )}
    </DataTable>
  );
}
