import { Select, Title, UnstyledButton } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { DraftReplay } from '../../../../../shared/contract/assist/draft-replays.contract.ts';
import { DRAFT_REPLAY_MESSAGES } from '../../../../../shared/domain/rehearsal/draft-replay.ts';
import { REPLAY_DAYS } from '../../../../../shared/domain/rehearsal/replay.ts';
import { api } from '../../../../lib/api/api.ts';
import { formatCount, formatFull } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { BackLink } from '../../../../ui/back-link.tsx';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { type Column, DataTable, OPENING_ROW } from '../../../../ui/list/data-table.tsx';
import { PageFrame } from '../../../../ui/page-frame.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { NotLoadedSettings } from '../../../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../../../ui/settings/settings-section.tsx';
import { ChangesForm } from '../changes-form.tsx';
import classes from '../replay.module.css';
import { repliesOptions } from '../replay.queries.ts';
import { DraftComparison } from './draft-comparison.tsx';
import { draftReplaysOptions } from './draft-replay.queries.ts';
import { DraftReplayResult } from './draft-replay-result.tsx';

const columns = (): Column[] => [
  { key: 'model', title: t('draft-replays:columns.model') },
  { key: 'prepared', title: t('draft-replays:columns.prepared'), width: 130 },
  { key: 'near', title: t('draft-replays:columns.near'), width: 130, room: 'small' },
  { key: 'started', title: t('draft-replays:columns.started'), width: 150, room: 'medium' },
];

/** Has the loaded model prepare the replies of answered messages of the last 30 days, and compares two models. */
export function DraftReplaysPage() {
  const replays = useQuery(draftReplaysOptions());
  const replies = useQuery(repliesOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  const [messages, setMessages] = useState<number>(DRAFT_REPLAY_MESSAGES[1]);
  const list = replays.data?.data ?? [];
  const shown = list.find(({ id }) => id === chosen) ?? list[0];
  return (
    <PageFrame
      title={t('draft-replays:title')}
      lead={t('draft-replays:lead', { count: REPLAY_DAYS })}
      above={<BackLink to="/settings/rehearsals/replay">{t('replays:title')}</BackLink>}
    >
      <SettingsSection title={t('draft-replays:start.title')}>
        {replies.data && replays.data ? (
          <ChangesForm
            replies={replies.data.data}
            hint={
              replays.data.model === null
                ? t('draft-replays:start.hint')
                : `${t('draft-replays:start.model', { model: replays.data.model })} ${t('draft-replays:start.hint')}`
            }
            startLabel={t('draft-replays:start.start')}
            obstacle={obstacleOf(replays.data)}
            mayBeEmpty
            start={(changes) => api.draftReplays.start({ body: { changes, messages } })}
            onStarted={setChosen}
          >
            <Select
              className={classes.pick ?? ''}
              label={t('draft-replays:start.messages')}
              description={t('draft-replays:start.messagesHint')}
              data={DRAFT_REPLAY_MESSAGES.map((value) => ({
                value: String(value),
                label: formatCount(value),
              }))}
              value={String(messages)}
              allowDeselect={false}
              onChange={(value) => setMessages(Number(value))}
              data-testid="draft-replay-messages"
            />
          </ChangesForm>
        ) : (
          <NotLoadedSettings
            title={t('draft-replays:notLoaded')}
            // The one that is missing; of two, the one that has failed.
            query={
              [replays, replies].find(({ data, error }) => error && !data) ??
              (replays.data ? replies : replays)
            }
            rows={3}
          />
        )}
      </SettingsSection>
      {replays.data && <Results list={list} shown={shown ?? null} onChoose={setChosen} />}
    </PageFrame>
  );
}

/** Returns why none can be started now. */
function obstacleOf({
  obstacle,
  data,
}: {
  obstacle: 'off' | 'no_model' | 'not_offered' | null;
  data: readonly DraftReplay[];
}): string | null {
  if (obstacle !== null) return t(`draft-replays:obstacles.${obstacle}`);
  return data.some(({ endedAt }) => endedAt === null) ? t('draft-replays:start.busy') : null;
}

function Results({
  list,
  shown,
  onChoose,
}: {
  list: readonly DraftReplay[];
  shown: DraftReplay | null;
  onChoose: (id: string) => void;
}) {
  const id = useId();
  return (
    <section className={classes.result} aria-labelledby={id}>
      <Title order={2} id={id} mb={10}>
        {t('draft-replays:list')}
      </Title>
      <Card>
        {shown ? (
          <DataTable label={t('draft-replays:list')} columns={columns()}>
            {list.map((replay) => (
              <ReplayRow
                key={replay.id}
                replay={replay}
                isShown={replay.id === shown.id}
                onChoose={() => onChoose(replay.id)}
              />
            ))}
          </DataTable>
        ) : (
          <EmptyState icon={<IconHistory size={26} stroke={1.6} />} title={t('draft-replays:empty.title')}>
            {t('draft-replays:empty.text')}
          </EmptyState>
        )}
      </Card>
      {shown && <ShownReplay key={shown.id} shown={shown} list={list} />}
    </section>
  );
}

function ReplayRow({
  replay: { model, changes, results, done, createdAt, state },
  isShown,
  onChoose,
}: {
  replay: DraftReplay;
  isShown: boolean;
  onChoose: () => void;
}) {
  const { unedited, light, medium, heavy } = results;
  const hasChanges = [changes.added, changes.changed, changes.removed].some(({ length }) => length > 0);
  const ofDone = (count: number) =>
    t('draft-replays:ofDone', { number: formatCount(count), total: formatCount(done) });
  return (
    <tr
      className={`${OPENING_ROW.row} ${classes.replay}`}
      data-shown={isShown || undefined}
      data-testid="draft-replay-row"
    >
      <td>
        <UnstyledButton
          className={`${OPENING_ROW.opener} ${classes.model}`}
          aria-pressed={isShown}
          onClick={onChoose}
        >
          {model}
        </UnstyledButton>
        {state !== 'done' && <span className={classes.why}>{t(`draft-replays:states.${state}`)}</span>}
        {hasChanges && <span className={classes.why}>{t('draft-replays:withChanges')}</span>}
        <span className={`${classes.why} ${classes.narrow}`}>
          <RelativeTime time={createdAt} inWords />
        </span>
      </td>
      <td className={classes.number}>{ofDone(unedited + light + medium + heavy)}</td>
      <td className={classes.number} data-room="small">
        {ofDone(unedited + light)}
      </td>
      <td data-room="medium">
        <RelativeTime time={createdAt} inWords />
      </td>
    </tr>
  );
}

/** The chosen replay, beside another one that has ended if the person wants it. */
function ShownReplay({ shown, list }: { shown: DraftReplay; list: readonly DraftReplay[] }) {
  const [otherId, setOtherId] = useState<string | null>(null);
  const others = list.filter(({ id, endedAt }) => id !== shown.id && endedAt !== null);
  const other = others.find(({ id }) => id === otherId);
  return (
    <div className={classes.shown}>
      {shown.endedAt !== null && others.length > 0 && (
        <Select
          className={classes.earlier ?? ''}
          label={t('draft-replays:comparison.with')}
          placeholder={t('draft-replays:comparison.pick')}
          data={others.map(({ id, model, createdAt }) => ({
            value: id,
            label: `${model}, ${formatFull(createdAt)}`,
          }))}
          value={other?.id ?? null}
          clearable
          clearButtonProps={{ 'aria-label': t('draft-replays:comparison.clear') }}
          onChange={setOtherId}
          data-testid="draft-replay-with"
        />
      )}
      {other && shown.endedAt !== null ? (
        <DraftComparison key={other.id} first={shown} second={other} />
      ) : (
        <DraftReplayResult replay={shown} />
      )}
    </div>
  );
}
