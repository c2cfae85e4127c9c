import { Skeleton, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Insights } from '../../../../shared/contract/public/insights.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { NotLoadedState } from '../../../ui/error-state.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { comparedText, waitText } from '../insight-text.ts';
import classes from '../insights.module.css';
import type { Behind } from '../insights-search.ts';
import { OpenByAge } from './breakdowns.tsx';
import partClasses from './parts.module.css';
import { FigureButton } from './tiles.tsx';

const VOLUME = [
  ['messagesReceived', 'messages_received'],
  ['messagesSent', 'messages_sent'],
  ['conversationsOpened', 'conversations_opened'],
  ['conversationsClosed', 'conversations_closed'],
] as const;
const TROUBLE = [
  ['failedSends', 'failed_sends'],
  ['windowsLost', 'windows_lost'],
] as const;

/** What happens today, whatever the period below: volume, who waits, what failed, and what is open. */
export function Today({
  today,
  onOpen,
}: {
  today: Pick<UseQueryResult<Insights>, 'data' | 'error' | 'refetch'>;
  onOpen: (behind: Behind) => void;
}) {
  const { data } = today;
  const open = (behind: Behind) => onOpen({ ...behind, of: 'today' });
  if (!data && today.error)
    return <NotLoadedState title={t('insights:today.loadFailed')} query={today} isFramed />;
  return (
    <div className={classes.pair} aria-busy={!data} data-testid="insights-today">
      {data ? (
        <>
          <Card padded>
            <Volume insights={data} onOpen={open} />
            <Deal insights={data} onOpen={open} />
          </Card>
          <OpenByAge insights={data} onOpen={open} />
        </>
      ) : (
        ['left', 'right'].map((side) => (
          <Card key={side} padded>
            <Skeleton height={14} width={130} mb={18} />
            <Skeleton height={168} />
          </Card>
        ))
      )}
    </div>
  );
}

interface TodayProps {
  insights: Insights;
  onOpen: (behind: Behind) => void;
}

function Volume({ insights, onOpen }: TodayProps) {
  return (
    <>
      <div className={partClasses.head}>
        <Title order={2} size="h3">
          {t('insights:today.title')}
        </Title>
        <span>{t('insights:today.hint')}</span>
      </div>
      <dl className={partClasses.volume}>
        {VOLUME.map(([name, figure]) => {
          const { value, previous } = insights[name];
          return (
            <div key={name} className={partClasses.figure}>
              <dt>{t(`insights:figures.${name}`)}</dt>
              <dd className={partClasses.value}>
                <FigureButton
                  figure={`today-${figure}`}
                  name={t(`insights:figures.${name}`)}
                  isEmpty={value === 0}
                  onClick={() => onOpen({ figure })}
                >
                  {formatCount(value)}
                </FigureButton>
              </dd>
              <dd className={partClasses.hint}>{comparedText(value, previous)}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}

/** What has to be done now: customers without an answer, and what went wrong today. */
function Deal({ insights, onOpen }: TodayProps) {
  const now = useNow();
  const { count, isCapped, since } = insights.waiting;
  return (
    <>
      <Title order={3} size="h3" className={partClasses.part}>
        {t('insights:today.deal.title')}
      </Title>
      <dl className={partClasses.deal}>
        <div className={partClasses.figure}>
          <dt>{t('insights:today.deal.waiting')}</dt>
          <dd className={partClasses.value}>
            <FigureButton
              figure="today-waiting"
              name={t('insights:today.deal.waiting')}
              isEmpty={count === 0}
              onClick={() => onOpen({ figure: 'waiting' })}
            >
              {formatCount(count, isCapped)}
            </FigureButton>
          </dd>
          <dd className={partClasses.hint}>
            {since === null
              ? t('insights:today.deal.nobody')
              : t('insights:today.deal.longest', { time: waitText(now - Date.parse(since)) })}
          </dd>
        </div>
        {TROUBLE.map(([name, figure]) => {
          const { value, previous } = insights[name];
          return (
            <div key={name} className={partClasses.figure} data-bad={value > 0 || undefined}>
              <dt>{t(`insights:today.deal.${name}`)}</dt>
              <dd className={partClasses.value}>
                <FigureButton
                  figure={`today-${figure}`}
                  name={t(`insights:today.deal.${name}`)}
                  isEmpty={value === 0}
                  onClick={() => onOpen({ figure })}
                >
                  {formatCount(value)}
                </FigureButton>
              </dd>
              <dd className={partClasses.hint}>{comparedText(value, previous)}</dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
