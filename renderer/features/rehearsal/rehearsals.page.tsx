import { Button, Group, Menu } from '@mantine/core';
import { IconEyeCheck, IconHistory, IconMasksTheater, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import type { RehearsalSummary } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import type { RehearsalObstacle } from '../../../shared/domain/rehearsal/rehearsal.ts';
import { useAssistMode } from '../../lib/assist-settings.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ActionsCell, type Column, DataTable, OPENING_ROW, SkeletonRows } from '../../ui/list/data-table.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { SettingsSection } from '../../ui/settings/settings-section.tsx';
import classes from './rehearsal.module.css';
import { rehearsalsOptions } from './rehearsal.queries.ts';
import { RehearsalState } from './rehearsal-state.tsx';
import { RemoveRehearsal } from './remove-rehearsal.tsx';
import { StartForm } from './start-form.tsx';

const columns = (): Column[] => [
  { key: 'who', title: t('rehearsals:columns.who') },
  { key: 'result', title: t('rehearsals:columns.result'), width: 170, room: 'small' },
  { key: 'state', title: t('rehearsals:columns.state'), width: 150 },
  { key: 'started', title: t('rehearsals:columns.started'), width: 150, room: 'medium' },
];

/** The rehearsal room: members start rehearsals with simulated customers, and read what came of the earlier ones. */
export function RehearsalsPage({ session }: { session: Session }) {
  const list = useQuery(rehearsalsOptions());
  const [removed, setRemoved] = useState<RehearsalSummary | null>(null);
  const hasReview = useAssistMode('review') === 'on';
  const isAdmin = session.permissions.includes('settings:manage');
  const obstacle = list.data?.obstacle ?? null;
  const rehearsals = list.data?.data;
  return (
    <PageFrame
      title={t('rehearsals:title')}
      lead={t('rehearsals:lead')}
      actions={
        <Group gap="xs">
          {hasReview && (
            <Button
              component={Link}
              to="/settings/rehearsals/review"
              variant="default"
              leftSection={<IconEyeCheck size={18} />}
              data-testid="review-page"
            >
              {t('own-review:open')}
            </Button>
          )}
          {isAdmin && (
            <Button
              component={Link}
              to="/settings/rehearsals/replay"
              variant="default"
              leftSection={<IconHistory size={18} />}
              data-testid="replay-open"
            >
              {t('replays:open')}
            </Button>
          )}
        </Group>
      }
    >
      {obstacle !== null && (
        <Card>
          <Obstacle obstacle={obstacle} isAdmin={isAdmin} />
        </Card>
      )}
      {list.data && obstacle === null && (
        <SettingsSection title={t('rehearsals:start.title')}>
          <StartForm session={session} />
        </SettingsSection>
      )}
      {(obstacle === null || (rehearsals && rehearsals.length > 0)) && (
        <div className={classes.past}>
          <ListCard
            query={list}
            errorTitle={t('rehearsals:notLoaded')}
            empty={
              rehearsals?.length === 0 && (
                <EmptyState
                  icon={<IconMasksTheater size={26} stroke={1.6} />}
                  title={t('rehearsals:empty.title')}
                >
                  {t('rehearsals:empty.text')}
                </EmptyState>
              )
            }
          >
            <DataTable label={t('rehearsals:past')} columns={columns()} actionsWidth={64}>
              {rehearsals ? (
                rehearsals.map((one) => <Row key={one.id} rehearsal={one} onRemove={setRemoved} />)
              ) : (
                <SkeletonRows columns={columns()} rows={3} />
              )}
            </DataTable>
          </ListCard>
        </div>
      )}
      <RemoveRehearsal id={removed?.id ?? null} onClose={() => setRemoved(null)} />
    </PageFrame>
  );
}

function Row({
  rehearsal,
  onRemove,
}: {
  rehearsal: RehearsalSummary;
  onRemove: (rehearsal: RehearsalSummary) => void;
}) {
  const { id, members, language, customers, reached, isRunning, createdAt } = rehearsal;
  const names = members.map(({ name }) => name).join(', ') || t('rehearsals:formerMember');
  return (
    <tr className={OPENING_ROW.row} data-testid="rehearsal-row">
      <td>
        <Link
          to="/settings/rehearsals/$rehearsalId"
          params={{ rehearsalId: id }}
          className={`${OPENING_ROW.opener} ${classes.who}`}
          dir="auto"
        >
          {names}
        </Link>
        <span className={classes.what}>
          {t(`rehearsals:languages.${language}`)}
          {' · '}
          {t('rehearsals:customers', { count: customers, number: formatCount(customers) })}
        </span>
      </td>
      <td data-room="small">
        {t('rehearsals:reachedOf', { reached: formatCount(reached), total: formatCount(customers) })}
      </td>
      <td>
        <RehearsalState rehearsal={rehearsal} />
      </td>
      <td data-room="medium">
        <RelativeTime time={createdAt} inWords />
      </td>
      <ActionsCell>
        {!isRunning && (
          <RowMenu label={t('rehearsals:menu', { name: names })} testId="rehearsal-menu">
            <Menu.Item
              color="var(--sb-bad)"
              leftSection={<IconTrash size={16} />}
              onClick={() => onRemove(rehearsal)}
              data-testid="rehearsal-remove"
            >
              {t('rehearsals:remove.confirm')}
            </Menu.Item>
          </RowMenu>
        )}
      </ActionsCell>
    </tr>
  );
}

/** Says why the workspace cannot rehearse, and what to do about it. */
function Obstacle({ obstacle, isAdmin }: { obstacle: RehearsalObstacle; isAdmin: boolean }) {
  return (
    <EmptyState
      icon={<IconMasksTheater size={26} stroke={1.6} />}
      title={t(`rehearsals:obstacles.${obstacle}.title`)}
      actions={
        obstacle === 'no_number' &&
        isAdmin && (
          <Button component={Link} to="/welcome" data-testid="rehearsal-to-phone">
            {t('rehearsals:obstacles.toPhone')}
          </Button>
        )
      }
    >
      <span data-testid={`rehearsal-obstacle-${obstacle}`}>{t(`rehearsals:obstacles.${obstacle}.text`)}</span>
    </EmptyState>
  );
}
