import { Badge, Menu } from '@mantine/core';
import { IconBan, IconPencil } from '@tabler/icons-react';
import type { InferenceKey } from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { formatCount, formatDate } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { CodeChip } from '../../../ui/code/code-chip.tsx';
import { ActionsCell, DataTable, SkeletonRows } from '../../../ui/list/data-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import classes from './model-key-table.module.css';

const columns = () =>
  [
    { key: 'name', title: t('inference:keys.columns.name') },
    { key: 'prefix', title: t('inference:keys.columns.prefix'), width: 148, room: 'small' },
    { key: 'created', title: t('inference:keys.columns.created'), width: 110, room: 'medium' },
    { key: 'expires', title: t('inference:keys.columns.expiration'), width: 116, room: 'medium' },
    { key: 'quota', title: t('inference:keys.columns.quota'), width: 164, room: 'small' },
    { key: 'status', title: t('inference:keys.columns.status'), width: 112 },
    { key: 'actions', title: t('inference:keys.columns.actions'), width: 84 },
  ] as const;

const STATUS_COLORS = { active: 'pine', expired: 'gray', exhausted: 'gray', revoked: 'gray' } as const;

/** The inference keys. Null while they load. */
export function ModelKeyTable({
  keys,
  onRename,
  onRevoke,
}: {
  keys: readonly InferenceKey[] | null;
  onRename: (key: InferenceKey) => void;
  onRevoke: (key: InferenceKey) => void;
}) {
  return (
    <DataTable label={t('inference:keys.label')} columns={columns()}>
      {keys === null ? (
        <SkeletonRows columns={columns()} rows={4} hasActions={false} />
      ) : (
        keys.map((key) => (
          <tr
            key={key.id}
            data-testid="model-key-row"
            data-id={key.id}
            data-ended={key.status !== 'active' || undefined}
          >
            <td>
              <div className={classes.name} dir="auto">
                {key.name}
              </div>
              <div className={classes.folded}>
                <CodeChip>{key.prefix}…</CodeChip> {quotaLabel(key)}
              </div>
              <div className={classes.foldedDates} data-testid="model-key-dates">
                {t('inference:keys.dates', {
                  created: formatDate(key.createdAt),
                  expiration: expiryLabel(key),
                })}
              </div>
            </td>
            <td data-room="small">
              <CodeChip>{key.prefix}…</CodeChip>
            </td>
            <td data-room="medium">
              <RelativeTime time={key.createdAt} inWords />
              {key.createdBy !== null && (
                <div className={classes.soft}>{t('inference:keys.createdBy', { name: key.createdBy })}</div>
              )}
            </td>
            <td data-room="medium" className={classes.soft}>
              {expiryLabel(key)}
            </td>
            <td data-room="small">{quotaLabel(key)}</td>
            <td>
              <Badge
                variant="light"
                color={STATUS_COLORS[key.status]}
                tt="none"
                data-testid="model-key-status"
              >
                {t(`inference:keys.status.${key.status}`)}
              </Badge>
            </td>
            <ActionsCell>
              <KeyMenu modelKey={key} onRename={onRename} onRevoke={onRevoke} />
            </ActionsCell>
          </tr>
        ))
      )}
    </DataTable>
  );
}

function KeyMenu({
  modelKey,
  onRename,
  onRevoke,
}: {
  modelKey: InferenceKey;
  onRename: (key: InferenceKey) => void;
  onRevoke: (key: InferenceKey) => void;
}) {
  return (
    <RowMenu label={t('inference:keys.actionsFor', { name: modelKey.name })} testId="model-key-actions">
      <Menu.Item
        leftSection={<IconPencil size={16} />}
        onClick={() => onRename(modelKey)}
        data-testid="model-key-rename"
      >
        {t('inference:keys.rename')}
      </Menu.Item>
      <Menu.Item
        color="var(--sb-bad)"
        leftSection={<IconBan size={16} />}
        disabled={modelKey.status === 'revoked'}
        onClick={() => onRevoke(modelKey)}
        data-testid="model-key-revoke"
      >
        {t('inference:keys.revoke')}
      </Menu.Item>
    </RowMenu>
  );
}

function quotaLabel({ quota, calls }: InferenceKey): string {
  return t('inference:keys.quotaOf', {
    quota: quota === null ? t('inference:keys.noLimit') : formatCount(quota),
    calls: formatCount(calls),
  });
}

function expiryLabel({ expiresAt }: InferenceKey): string {
  return expiresAt === null ? t('inference:keys.never') : formatDate(expiresAt);
}
