import { Menu, Tooltip } from '@mantine/core';
import { IconClockOff, IconListSearch, IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { DAY_MS } from '../../../shared/domain/time/durations.ts';
import { formatDate, formatMoment } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { CodeChip } from '../../ui/code/code-chip.tsx';
import { DotBadge } from '../../ui/dot-badge.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { ActionsCell, type Column, DataTable, SkeletonRows } from '../../ui/list/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import classes from './api-key-table.module.css';
import { permissionsLabel } from './key-permissions.ts';

const WARN_MS = 7 * DAY_MS;

const columns = (): Column[] => [
  { key: 'name', title: t('api-keys:table.name') },
  { key: 'key', title: t('api-keys:table.key'), width: 150 },
  { key: 'permissions', title: t('api-keys:table.permissions'), width: 170, room: 'medium' },
  { key: 'created', title: t('api-keys:table.created'), width: 150, room: 'medium' },
  { key: 'used', title: t('api-keys:table.lastUsed'), width: 150, room: 'small' },
];

/** What can be done with a key. */
export interface KeyActions {
  onEdit: (key: ApiKey) => void;
  onRoll: (key: ApiKey) => void;
  onEndPrevious: (key: ApiKey) => void;
  onRevoke: (key: ApiKey) => void;
}

/** The table of live keys. Null while they load. */
export function ApiKeyTable({ keys, ...actions }: { keys: readonly ApiKey[] | null } & KeyActions) {
  return (
    <DataTable label={t('api-keys:table.label')} columns={columns()} actionsWidth={64}>
      {keys === null ? (
        <SkeletonRows columns={columns()} rows={4} />
      ) : (
        keys.map((key) => (
          <tr key={key.id} data-testid="key-row" data-id={key.id}>
            <td>
              <div className={classes.name} dir="auto">
                {key.name}
              </div>
              <KeyMarks apiKey={key} />
            </td>
            <td>
              <Tooltip label={t('api-keys:table.keyHint')}>
                <CodeChip>svc_…{key.hint}</CodeChip>
              </Tooltip>
              {key.previous && (
                <div className={classes.soft} data-testid="key-previous">
                  {t('api-keys:table.previous', {
                    hint: key.previous.hint,
                    until: formatMoment(key.previous.until, Date.now()),
                  })}
                </div>
              )}
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
              <LastUse apiKey={key} />
            </td>
            <ActionsCell>
              <ActionsOf apiKey={key} {...actions} />
            </ActionsCell>
          </tr>
        ))
      )}
    </DataTable>
  );
}

/** What is special about a key: it ends, is limited or is not used. */
function KeyMarks({ apiKey }: { apiKey: ApiKey }) {
  const now = useNow();
  const { status, expiresAt, allowedAddresses, isUnused } = apiKey;
  const isSoon = expiresAt !== null && Date.parse(expiresAt) - now <= WARN_MS;
  if (expiresAt === null && allowedAddresses.length === 0 && !isUnused) return null;
  return (
    <div className={classes.marks}>
      {expiresAt !== null && (
        <DotBadge
          className={classes.mark}
          data-tone={status === 'expired' ? 'bad' : isSoon ? 'warn' : 'quiet'}
          data-testid="key-expiry-mark"
        >
          {t(status === 'expired' ? 'api-keys:table.expired' : 'api-keys:table.expires', {
            date: formatDate(expiresAt),
          })}
        </DotBadge>
      )}
      {isUnused && (
        <Tooltip label={t('api-keys:table.unusedHint')}>
          <DotBadge className={classes.mark} data-tone="warn" data-testid="key-unused">
            {t('api-keys:table.unused')}
          </DotBadge>
        </Tooltip>
      )}
      {allowedAddresses.length > 0 && (
        <Tooltip label={allowedAddresses.join(', ')} multiline maw={320}>
          <DotBadge className={classes.mark} data-tone="quiet" data-testid="key-limited">
            {t('api-keys:table.networks', { count: allowedAddresses.length })}
          </DotBadge>
        </Tooltip>
      )}
    </div>
  );
}

function LastUse({ apiKey: { lastUsedAt, lastUsedFrom, lastUserAgent } }: { apiKey: ApiKey }) {
  if (lastUsedAt === null) return t('api-keys:table.neverUsed');
  return (
    <>
      <RelativeTime time={lastUsedAt} inWords />
      {lastUsedFrom !== null && (
        <Tooltip label={lastUserAgent ?? t('api-keys:table.noUserAgent')} multiline maw={320}>
          <div className={classes.from} data-testid="key-last-address">
            {lastUsedFrom}
          </div>
        </Tooltip>
      )}
    </>
  );
}

function ActionsOf({ apiKey, onEdit, onRoll, onEndPrevious, onRevoke }: { apiKey: ApiKey } & KeyActions) {
  const { name, hint } = apiKey;
  return (
    <RowMenu label={t('api-keys:table.actionsLabel', { name, hint })} testId="key-actions">
      <Menu.Item
        leftSection={<IconRefresh size={16} />}
        onClick={() => onRoll(apiKey)}
        data-testid="key-roll"
      >
        {t('api-keys:table.roll')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(apiKey)} data-testid="key-edit">
        {t('api-keys:table.edit')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconListSearch size={16} />}
        renderRoot={(props) => <Link {...props} to="/settings/request-log" search={{ keyId: apiKey.id }} />}
        data-testid="key-requests"
      >
        {t('api-keys:table.requests')}
      </Menu.Item>
      {apiKey.previous && (
        <Menu.Item
          leftSection={<IconClockOff size={16} />}
          onClick={() => onEndPrevious(apiKey)}
          data-testid="key-end-previous"
        >
          {t('api-keys:table.endPrevious')}
        </Menu.Item>
      )}
      <Menu.Item
        color="var(--sb-bad)"
        leftSection={<IconTrash size={16} />}
        onClick={() => onRevoke(apiKey)}
        data-testid="key-revoke"
      >
        {t('api-keys:table.revoke')}
      </Menu.Item>
    </RowMenu>
  );
}
