import type { AuditEntry } from '../../../shared/contract/audit-log.contract.ts';
import { t } from '../../lib/i18n.ts';
import { reasonText } from '../../lib/reason-text.ts';
import { type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './audit-log-table.module.css';

const columns = (): Column[] => [
  { key: 'when', title: t('audit-log:table.time'), width: 140 },
  { key: 'who', title: t('audit-log:table.actor'), width: 190, room: 'small' },
  { key: 'what', title: t('audit-log:table.action') },
  { key: 'target', title: t('audit-log:table.target'), room: 'small' },
];

/** The recorded changes, newest first. Null while they load. */
export function AuditLogTable({ entries }: { entries: readonly AuditEntry[] | null }) {
  return (
    <DataTable label={t('audit-log:table.label')} columns={columns()}>
      {entries === null ? (
        <SkeletonRows columns={columns()} rows={6} hasActions={false} />
      ) : (
        entries.map((entry) => (
          <tr key={entry.id} data-testid="audit-row" data-id={entry.id}>
            <td className={classes.soft}>
              <RelativeTime time={entry.createdAt} inWords />
            </td>
            <td data-room="small">
              <div dir="auto">{actorName(entry)}</div>
              {entry.ip !== null && (
                <div className={classes.soft}>{t('audit-log:table.from', { ip: entry.ip })}</div>
              )}
            </td>
            <td>
              {t(`audit-log:actions.${entry.action}`)}
              <div className={classes.folded}>
                <div className={classes.label} dir="auto">
                  {targetName(entry)}
                </div>
                <div className={classes.soft} dir="auto">
                  {t('audit-log:table.by', { name: actorName(entry) })}
                </div>
              </div>
            </td>
            <td data-room="small" className={classes.label} dir="auto">
              {targetName(entry)}
            </td>
          </tr>
        ))
      )}
    </DataTable>
  );
}

function actorName({ actor }: AuditEntry): string {
  return actor.kind === 'operator' ? t('audit-log:operator') : actor.name;
}

function targetName({ target: { label, labelCode, labelParams } }: AuditEntry): string {
  return reasonText('audit', { code: labelCode, params: labelParams, sentence: label });
}
