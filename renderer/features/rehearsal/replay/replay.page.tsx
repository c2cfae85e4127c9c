import { Button, Select, Title } from '@mantine/core';
import { IconHistory, IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { REPLAY_DAYS } from '../../../../shared/domain/rehearsal/replay.ts';
import { api } from '../../../lib/api/api.ts';
import { formatFull } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { NotLoadedSettings } from '../../../ui/settings/setting-states.tsx';
import { SettingsSection } from '../../../ui/settings/settings-section.tsx';
import { ChangesForm } from './changes-form.tsx';
import classes from './replay.module.css';
import { replaysOptions, repliesOptions } from './replay.queries.ts';
import { ReplayResult } from './replay-result.tsx';

/** Tries changes of saved replies against the messages of the last 30 days, beside the present ones. */
export function ReplayPage() {
  const replays = useQuery(replaysOptions());
  const replies = useQuery(repliesOptions());
  const [chosen, setChosen] = useState<string | null>(null);
  const resultId = useId();
  const list = replays.data?.data ?? [];
  const shown = list.find(({ id }) => id === chosen) ?? list[0];
  const isRunning = list.some(({ state }) => state === 'waiting' || state === 'running');
  return (
    <PageFrame
      title={t('replays:title')}
      lead={t('replays:lead', { count: REPLAY_DAYS })}
      above={<BackLink to="/settings/rehearsals">{t('rehearsals:title')}</BackLink>}
      actions={
        <Button
          component={Link}
          to="/settings/rehearsals/drafts"
          variant="default"
          leftSection={<IconSparkles size={18} />}
          data-testid="draft-replays-open"
        >
          {t('draft-replays:open')}
        </Button>
      }
    >
      <SettingsSection title={t('replays:changes.title')}>
        {replies.data && replays.data ? (
          <ChangesForm
            replies={replies.data.data}
            hint={t('replays:changes.hint')}
            startLabel={t('replays:changes.start')}
            obstacle={isRunning ? t('replays:changes.busy') : null}
            start={(changes) => api.replays.start({ body: { changes } })}
            onStarted={setChosen}
          />
        ) : (
          <NotLoadedSettings
            title={t('replays:notLoaded')}
            // The one that is missing; of two, the one that has failed.
            query={
              [replays, replies].find(({ data, error }) => error && !data) ??
              (replays.data ? replies : replays)
            }
            rows={3}
          />
        )}
      </SettingsSection>
      {replays.data && (
        <section className={classes.result} aria-labelledby={resultId}>
          <Title order={2} id={resultId} mb={10}>
            {t('replays:result')}
          </Title>
          {list.length > 1 && shown && (
            <Select
              className={classes.earlier ?? ''}
              label={t('replays:which')}
              data={list.map(({ id, createdAt }) => ({ value: id, label: formatFull(createdAt) }))}
              value={shown.id}
              allowDeselect={false}
              onChange={setChosen}
              data-testid="replay-which"
            />
          )}
          {shown ? (
            <ReplayResult key={shown.id} replay={shown} />
          ) : (
            <Card>
              <EmptyState icon={<IconHistory size={26} stroke={1.6} />} title={t('replays:empty.title')}>
                {t('replays:empty.text')}
              </EmptyState>
            </Card>
          )}
        </section>
      )}
    </PageFrame>
  );
}
