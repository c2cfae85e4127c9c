import { Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheckFilled, IconCircleDashed, IconPhoto } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { RehearsalCustomer } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import { formatCount, formatDuration, formatSpan } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { DotBadge } from '../../ui/dot-badge.tsx';
import classes from './rehearsal.module.css';

const TONES = {
  reached: 'good',
  gave_up: 'bad',
  stopped: 'quiet',
  time_up: 'warn',
  deleted: 'quiet',
} as const;

/** What one simulated customer wants, and what came of the conversation so far. */
export function CustomerResult({ customer, isRunning }: { customer: RehearsalCustomer; isRunning: boolean }) {
  const { script, mood, name, member, conversationId, outcome, hasBegun } = customer;
  const state = outcome ?? (hasBegun ? 'writing' : 'coming');
  return (
    <Card padded>
      <article className={classes.customer} data-testid="rehearsal-customer" data-script={script}>
        <header className={classes.customerHead}>
          <div className={classes.customerName}>
            <Text component="h2" fw={600}>
              {t(`rehearsals:scripts.${script}.name`)}
            </Text>
            <Text size="sm" c="dimmed">
              <bdi>{name}</bdi>
              {' · '}
              {t(`rehearsals:moods.${mood}`)}
              {member && (
                <>
                  {' · '}
                  {t('rehearsals:answeredBy', { name: member.name })}
                </>
              )}
            </Text>
          </div>
          <DotBadge
            className={classes.mark}
            data-tone={outcome === null ? (hasBegun && isRunning ? 'good' : 'quiet') : TONES[outcome]}
            data-testid="customer-state"
          >
            {t(`rehearsals:customerStates.${state}`)}
          </DotBadge>
        </header>
        <Numbers customer={customer} />
        <div className={classes.lists}>
          <Questions customer={customer} />
          <Details customer={customer} />
        </div>
        <Findings customer={customer} />
        {conversationId !== null && (
          <Link
            className={classes.link}
            to="/inbox/{-$conversationId}"
            params={{ conversationId }}
            data-testid="customer-conversation"
          >
            {t('rehearsals:openConversation')}
          </Link>
        )}
      </article>
    </Card>
  );
}

function Numbers({ customer }: { customer: RehearsalCustomer }) {
  const { firstResponseSeconds, answers, messages, misses, nudges, rude } = customer;
  const parts = [
    firstResponseSeconds === null
      ? null
      : t('rehearsals:firstResponse', { time: responseTime(firstResponseSeconds) }),
    t('rehearsals:messages', { count: messages, number: formatCount(messages) }),
    t('rehearsals:answers', { count: answers, number: formatCount(answers) }),
    nudges > 0 ? t('rehearsals:nudges', { count: nudges, number: formatCount(nudges) }) : null,
    misses > 0 ? t('rehearsals:misses', { count: misses, number: formatCount(misses) }) : null,
    rude > 0 ? t('rehearsals:rude', { count: rude, number: formatCount(rude) }) : null,
  ];
  return (
    <Text size="sm" className={classes.numbers} data-testid="customer-numbers">
      {parts.filter((part) => part !== null).join(' · ')}
    </Text>
  );
}

function Questions({ customer: { questions } }: { customer: RehearsalCustomer }) {
  return (
    <div>
      <h3 className={classes.listTitle}>{t('rehearsals:wanted')}</h3>
      <ul className={classes.list}>
        {questions.map(({ question, isAnswered }) => (
          <li key={question} data-done={isAnswered || undefined} data-testid={`question-${question}`}>
            {isAnswered ? <IconCircleCheckFilled size={16} /> : <IconCircleDashed size={16} />}
            <span>{t(`rehearsals:questions.${question}`)}</span>
            <VisuallyHidden>{t(isAnswered ? 'rehearsals:isAnswered' : 'rehearsals:isOpen')}</VisuallyHidden>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Details({ customer: { details } }: { customer: RehearsalCustomer }) {
  return (
    <div>
      <h3 className={classes.listTitle}>{t('rehearsals:couldAsk')}</h3>
      <ul className={classes.list}>
        {details.map(({ detail, isAsked }) => (
          <li key={detail} data-done={isAsked || undefined} data-testid={`detail-${detail}`}>
            {isAsked ? <IconCircleCheckFilled size={16} /> : <IconCircleDashed size={16} />}
            <span>{t(`rehearsals:details.${detail}`)}</span>
            <VisuallyHidden>{t(isAsked ? 'rehearsals:isAsked' : 'rehearsals:notAsked')}</VisuallyHidden>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the check before sending finds in the answers, each with a link to its message. */
function Findings({ customer: { findings, conversationId } }: { customer: RehearsalCustomer }) {
  if (findings.length === 0) return null;
  return (
    <ul className={classes.findings} aria-label={t('rehearsals:figures.findings')}>
      {findings.map(({ kind, messageId, text }) => (
        <li key={`${messageId} ${kind} ${text}`} data-testid={`finding-${kind}`}>
          {kind === 'attachment' ? <IconPhoto size={16} /> : <IconAlertTriangle size={16} />}
          <span>
            {t(`rehearsals:findings.${kind}`)}{' '}
            {conversationId === null ? (
              <q>{text}</q>
            ) : (
              <Link
                className={classes.link}
                to="/inbox/{-$conversationId}"
                params={{ conversationId }}
                search={{ message: messageId }}
              >
                <q>{text}</q>
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the time to a response: seconds within the first minutes, as that is where they differ. */
export function responseTime(seconds: number): string {
  return seconds < 120 ? formatDuration(Math.round(seconds) * 1_000) : formatSpan(seconds * 1_000);
}
