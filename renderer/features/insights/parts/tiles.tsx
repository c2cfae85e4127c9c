import { Title, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Insights } from '../../../../shared/contract/public/insights.contract.ts';
import type { InsightFigure } from '../../../../shared/domain/insights.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { comparedText, timeText } from '../insight-text.ts';
import classes from '../insights.module.css';
import type { Behind } from '../insights-search.ts';
import partClasses from './parts.module.css';

export interface PartProps {
  insights: Insights;
  /** Opens the conversations behind a figure. */
  onOpen: (behind: Behind) => void;
}

const TILES = [
  ['messagesReceived', 'messages_received'],
  ['messagesSent', 'messages_sent'],
  ['conversationsOpened', 'conversations_opened'],
  ['conversationsClosed', 'conversations_closed'],
  ['windowsLost', 'windows_lost'],
  ['failedSends', 'failed_sends'],
] as const;
const BAD = new Set<string>(['windowsLost', 'failedSends']);

/** The counts of the period, and of the period before. */
export function Tiles({ insights, onOpen }: PartProps) {
  return (
    <Card padded>
      <dl className={partClasses.figures}>
        {TILES.map(([name, figure]) => {
          const { value, previous } = insights[name];
          return (
            <div
              key={name}
              className={partClasses.figure}
              data-bad={(BAD.has(name) && value > 0) || undefined}
            >
              <dt>{t(`insights:figures.${name}`)}</dt>
              <dd className={partClasses.value}>
                <FigureButton
                  figure={figure}
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
    </Card>
  );
}

/** How long customers waited for the first response, and how long conversations were open. */
export function Durations({ insights, onOpen }: PartProps) {
  return (
    <div className={classes.pair}>
      {(['firstResponse', 'resolution'] as const).map((name) => {
        const { count, medianSeconds, p90Seconds, previous } = insights[name];
        const figure = name === 'firstResponse' ? 'first_response' : 'conversations_closed';
        const label = t(`insights:durations.${name}`);
        return (
          <Card key={name} padded>
            <div className={partClasses.head}>
              <Title order={2} size="h3">
                {label}
              </Title>
              <span>{t('insights:durations.hours')}</span>
            </div>
            <dl className={partClasses.times}>
              {(
                [
                  ['median', medianSeconds, previous.medianSeconds],
                  ['p90', p90Seconds, previous.p90Seconds],
                ] as const
              ).map(([part, seconds, before]) => (
                <div key={part} className={partClasses.figure}>
                  <dt>{t(`insights:durations.${part}`)}</dt>
                  <dd className={partClasses.value}>
                    <FigureButton
                      figure={`${figure}-${part}`}
                      name={`${label}, ${t(`insights:durations.${part}`)}`}
                      isEmpty={seconds === null}
                      onClick={() => onOpen({ figure })}
                    >
                      {timeText(seconds)}
                    </FigureButton>
                  </dd>
                  <dd className={partClasses.hint}>
                    {seconds === null
                      ? t('insights:durations.none')
                      : before === null
                        ? t('insights:compared.noTime')
                        : comparedText(seconds, before, timeText)}
                  </dd>
                </div>
              ))}
              <div className={partClasses.figure}>
                <dt>{t(`insights:durations.counts.${name}`)}</dt>
                <dd className={partClasses.value}>
                  <FigureButton
                    figure={`${figure}-count`}
                    name={label}
                    isEmpty={count === 0}
                    onClick={() => onOpen({ figure })}
                  >
                    {formatCount(count)}
                  </FigureButton>
                </dd>
                <dd className={partClasses.hint}>{comparedText(count, previous.count)}</dd>
              </div>
            </dl>
          </Card>
        );
      })}
    </div>
  );
}

/** A figure that opens its conversations. One without any is only text. */
export function FigureButton({
  figure,
  name,
  isEmpty,
  onClick,
  children,
}: {
  /** The suffix of the test id. */
  figure: InsightFigure | string;
  /** What it is a figure of, for screen readers. */
  name: string;
  isEmpty: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  if (isEmpty) return <span data-testid={`insight-${figure}`}>{children}</span>;
  return (
    <UnstyledButton
      className={partClasses.link}
      onClick={onClick}
      title={t('insights:show')}
      data-testid={`insight-${figure}`}
    >
      {children}
      <span className={partClasses.unseen}>{`, ${name}`}</span>
    </UnstyledButton>
  );
}
