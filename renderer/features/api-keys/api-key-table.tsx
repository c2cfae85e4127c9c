import { Button, Tooltip } from '@mantine/core';
import type { ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { CodeChip } from '../../ui/code-chip.tsx';
import { ActionsCell, DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './api-key-table.module.css';
import { permissionsLabel } from './key-permissions.ts';

const COLUMNS = [
  { key: 'name', title: 'Name' },
  { key: 'key', title: 'Key', width: 134 },
  { key: 'permissions', title: 'Permissions', width: 170, room: 'medium' },
  { key: 'created', title: 'Created', width: 160, room: 'medium' },
  { key: 'used', title: 'Last used', width: 130, room: 'small' },
] as const;

/** The live keys. Null while they are on their way. */
export function ApiKeyTable({
  keys,
  onRevoke,
}: {
  keys: readonly ApiKey[] | null;
  onRevoke: (key: ApiKey) => void;
}) {
  return (
    <DataTable label="API keys" columns={COLUMNS} actionsWidth={108}>
      {keys === null ? (
        <SkeletonRows columns={COLUMNS} rows={4} />
      ) : (
        keys.map((key) => (
          <tr key={key.id} data-testid="key-row" data-id={key.id}>
            <td className={classes.name}>{key.name}</td>
            <td>
              <Tooltip label="Only the last four characters are kept in readable form">
                <CodeChip>svc_…{key.hint}</CodeChip>
              </Tooltip>
            </td>
            <td data-room="medium" className={classes.permissions}>
              {permissionsLabel(key.permissions)}
            </td>
            <td data-room="medium">
              <RelativeTime time={key.createdAt} inWords />
              {key.createdBy !== null && <div className={classes.soft}>by {key.createdBy}</div>}
            </td>
            <td data-room="small" className={classes.soft}>
              {key.lastUsedAt === null ? 'Never' : <RelativeTime time={key.lastUsedAt} inWords />}
            </td>
            <ActionsCell>
              <Button
                variant="subtle"
                color="red"
                size="compact-sm"
                aria-label={`Revoke ${key.name}, ends in ${key.hint}`}
                onClick={() => onRevoke(key)}
                data-testid="key-revoke"
              >
                Revoke
              </Button>
            </ActionsCell>
          </tr>
        ))
      )}
    </DataTable>
  );
}
