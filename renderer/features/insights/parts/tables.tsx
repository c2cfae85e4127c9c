import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Insights } from '../../../../shared/contract/public/insights.contract.ts';
import { INSIGHT_BROADCASTS_MAX } from '../../../../shared/domain/insights.ts';
import type { RecipientFilter } from '../../../../shared/domain/templates/broadcasts.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { comparedText, shareText } from '../insight-text.ts';
import partClasses from './parts.module.css';
import { FigureButton, type PartProps } from './tiles.tsx';

const teamColumns = (): Column[] => [
  { key: 'name', title: t('insights:team.member') },
  { key: 'sent', title: t('insights:team.messagesSent'), width: 130 },
  { key: 'first', title: t('insights:team.firstResponses'), width: 140, room: 'small' },
  { key: 'open', title: t('insights:team.openConversations'), width: 110 },
];

/** What each member did and has, by name: a ranking would reward short answers. */
export function TeamTable({ insights: { members }, onOpen }: PartProps) {
  return (
    <Titled title={t('insights:team.title')} lead={t('insights:team.lead')}>
      <DataTable label={t('insights:team.title')} columns={teamColumns()}>
        {members.map(({ id, name, messagesSent, firstResponses, openConversations }) => {
          const cell = (
            figure: 'messages_sent' | 'first_response' | 'open',
            count: number,
            about: string,
          ) => (
            <FigureButton
              figure={`${figure}-member`}
              name={`${about}, ${name}`}
              isEmpty={count === 0}
              onClick={() => onOpen({ figure, member: id })}
            >
              {formatCount(count)}
            </FigureButton>
          );
          return (
            <tr key={id} data-testid="insights-member">
              <td dir="auto">{name}</td>
              <td className={partClasses.number}>
                {cell('messages_sent', messagesSent, t('insights:team.messagesSent'))}
              </td>
              <td className={partClasses.number} data-room="small">
                {cell('first_response', firstResponses, t('insights:team.firstResponses'))}
              </td>
              <td className={partClasses.number}>
                {cell('open', openConversations, t('insights:team.openConversations'))}
              </td>
            </tr>
          );
        })}
      </DataTable>
    </Titled>
  );
}

const broadcastColumns = (): Column[] => [
  { key: 'name', title: t('insights:broadcasts.name') },
  { key: 'started', title: t('insights:broadcasts.started'), width: 110, room: 'medium' },
  { key: 'recipients', title: t('broadcasts:counts.recipients'), width: 105, room: 'small' },
  { key: 'delivered', title: t('broadcasts:counts.delivered'), width: 105 },
  { key: 'read', title: t('broadcasts:counts.read'), width: 80, room: 'small' },
  { key: 'replied', title: t('broadcasts:counts.replied'), width: 105 },
  { key: 'failed', title: t('broadcasts:counts.failed'), width: 90, room: 'small' },
];

/** What came of the broadcasts that began in the period; each opens its people, and their conversations. */
export function BroadcastTable({ insights: { broadcasts } }: { insights: Insights }) {
  if (broadcasts.length === 0) return null;
  return (
    <Titled
      title={t('broadcasts:title')}
      lead={
        broadcasts.length < INSIGHT_BROADCASTS_MAX
          ? t('insights:broadcasts.lead')
          : t('insights:broadcasts.newest', { number: formatCount(INSIGHT_BROADCASTS_MAX) })
      }
    >
      <DataTable label={t('broadcasts:title')} columns={broadcastColumns()}>
        {broadcasts.map(({ id, name, startedAt, recipients, delivered, read, replied, failed }) => (
          <tr key={id} data-testid="insights-broadcast">
            <td>
              <Link to="/broadcasts/$broadcastId" params={{ broadcastId: id }} dir="auto">
                {name}
              </Link>
            </td>
            <td data-room="medium">
              <RelativeTime time={startedAt} inWords />
            </td>
            <td className={partClasses.number} data-room="small">
              <ResultLink id={id} result="included" count={recipients}>
                {formatCount(recipients)}
              </ResultLink>
            </td>
            <td className={partClasses.number}>
              <ResultLink id={id} result="received" count={delivered}>
                {shareText(delivered, recipients)}
              </ResultLink>
            </td>
            <td className={partClasses.number} data-room="small">
              <ResultLink id={id} result="read" count={read}>
                {shareText(read, recipients)}
              </ResultLink>
            </td>
            <td className={partClasses.number}>
              <ResultLink id={id} result="replied" count={replied}>
                {shareText(replied, recipients)}
              </ResultLink>
            </td>
            <td className={partClasses.number} data-room="small">
              <ResultLink id={id} result="failed" count={failed}>
                {formatCount(failed)}
              </ResultLink>
            </td>
          </tr>
        ))}
      </DataTable>
    </Titled>
  );
}

/** A figure that opens the people of a broadcast with a result; only text when there are none. */
function ResultLink({
  id,
  result,
  count,
  children,
}: {
  id: string;
  result: RecipientFilter;
  count: number;
  children: ReactNode;
}) {
  if (count === 0) return children;
  return (
    <Link
      className={partClasses.link}
      to="/broadcasts/$broadcastId"
      params={{ broadcastId: id }}
      search={{ result }}
      title={t('broadcasts:recipients.show')}
    >
      {children}
    </Link>
  );
}

/** What programs and the inbox used of the model; nothing while nobody uses it. */
export function ModelFigures({ insights: { model } }: { insights: Insights }) {
  if (model.requests === 0 && model.previous.requests === 0) return null;
  return (
    <Card padded>
      <div className={partClasses.head}>
        <Title order={2} size="h3">
          {t('insights:model.title')}
        </Title>
        <span>
          {t('insights:model.of')}{' '}
          <Link to="/model" search={{ tab: 'telemetry' }}>
            {t('insights:model.open')}
          </Link>
        </span>
      </div>
      <dl className={partClasses.times}>
        {(['requests', 'promptTokens', 'completionTokens'] as const).map((name) => (
          <div key={name} className={partClasses.figure}>
            <dt>{t(`insights:model.${name}`)}</dt>
            <dd className={partClasses.value}>
              <Link className={partClasses.link} to="/model" search={{ tab: 'telemetry' }}>
                {formatCount(model[name])}
              </Link>
            </dd>
            <dd className={partClasses.hint}>{comparedText(model[name], model.previous[name])}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Titled({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Card>
      <div className={partClasses.titled}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <p>{lead}</p>
      </div>
      {children}
    </Card>
  );
}
