import { ActionIcon, Badge, Menu } from '@mantine/core';
import { IconBan, IconDots, IconPencil } from '@tabler/icons-react';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { formatCount, formatDate } from '../../lib/format.ts';
import { CodeChip } from '../../ui/code-chip.tsx';
import { ActionsCell, DataTable, SkeletonRows } from '../../ui/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './model-key-table.module.css';

const COLUMNS = [
  { key: 'name', title: 'Name / Purpose' },
  { key: 'prefix', title: 'Secret Key Prefix', width: 152, room: 'small' },
  { key: 'created', title: 'Created', width: 138, room: 'large' },
  { key: 'expires', title: 'Expiration', width: 128, room: 'medium' },
  { key: 'quota', title: 'Quota / Invocations', width: 168, room: 'small' },
  { key: 'status', title: 'Status', width: 116 },
] as const;

const STATUS_COLORS = { active: 'pine', expired: 'gray', exhausted: 'gray', revoked: 'gray' } as const;
const STATUS_LABELS = {
  active: 'Active',
  expired: 'Expired',
  exhausted: 'Used up',
  revoked: 'Revoked',
} as const;

/** The keys of the model's endpoint. Null while they are on their way. */
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
    <DataTable label="Keys of the model" columns={COLUMNS} actionsWidth={64}>
      {keys === null ? (
        <SkeletonRows columns={COLUMNS} rows={4} />
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
            </td>
            <td data-room="small">
              <CodeChip>{key.prefix}…</CodeChip>
            </td>
            <td data-room="large">
              <RelativeTime time={key.createdAt} inWords />
              {key.createdBy !== null && <div className={classes.soft}>by {key.createdBy}</div>}
            </td>
            <td data-room="medium" className={classes.soft}>
              {key.expiresAt === null ? 'Never' : formatDate(key.expiresAt)}
            </td>
            <td data-room="small">{quotaLabel(key)}</td>
            <td>
              <Badge
                variant="light"
                color={STATUS_COLORS[key.status]}
                tt="none"
                data-testid="model-key-status"
              >
                {STATUS_LABELS[key.status]}
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
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon aria-label={`Actions for ${modelKey.name}`} data-testid="model-key-actions">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} />}
          onClick={() => onRename(modelKey)}
          data-testid="model-key-rename"
        >
          Rename
        </Menu.Item>
        <Menu.Item
          color="red"
          leftSection={<IconBan size={16} />}
          disabled={modelKey.status === 'revoked'}
          onClick={() => onRevoke(modelKey)}
          data-testid="model-key-revoke"
        >
          Revoke
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function quotaLabel({ quota, calls }: InferenceKey): string {
  return quota === null
    ? `No limit / ${formatCount(calls)}`
    : `${formatCount(quota)} / ${formatCount(calls)}`;
}
