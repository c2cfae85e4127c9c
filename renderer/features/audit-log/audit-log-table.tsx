import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import { DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ACTION_LABELS } from './audit-actions.ts';
import classes from './audit-log-table.module.css';

const COLUMNS = [
  { key: 'when', title: 'When', width: 140 },
  { key: 'who', title: 'Who', width: 190, room: 'small' },
  { key: 'what', title: 'What' },
  { key: 'target', title: 'On what', room: 'small' },
] as const;

/** What was changed, newest first. Null while it is on its way. */
export function AuditLogTable({ entries }: { entries: readonly AuditEntry[] | null }) {
  return (
    <DataTable label="Activity" columns={COLUMNS}>
      {entries === null ? (
        <SkeletonRows columns={COLUMNS} rows={6} hasActions={false} />
      ) : (
        entries.map((entry) => (
          <tr key={entry.id} data-testid="audit-row" data-id={entry.id}>
            <td className={classes.soft}>
              <RelativeTime time={entry.createdAt} inWords />
            </td>
            <td data-room="small">
              <div dir="auto">{entry.actor.name}</div>
              {entry.ip !== null && <div className={classes.soft}>from {entry.ip}</div>}
            </td>
            <td>
              {ACTION_LABELS[entry.action]}
              <div className={classes.folded}>
                <div className={classes.label} dir="auto">
                  {entry.target.label}
                </div>
                <div className={classes.soft} dir="auto">
                  by {entry.actor.name}
                </div>
              </div>
            </td>
            <td data-room="small" className={classes.label} dir="auto">
              {entry.target.label}
            </td>
          </tr>
        ))
      )}
    </DataTable>
  );
}
