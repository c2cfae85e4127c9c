import { Button } from '@mantine/core';
import { IconBell, IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ThreadMessage } from '../../../../../shared/contract/inbox/conversations.contract.ts';
import type { Reminder } from '../../../../../shared/contract/inbox/reminders.contract.ts';
import type { AssistOutcome } from '../../../../../shared/domain/assist/features.ts';
import { addDays } from '../../../../../shared/domain/assist/text/calendar.ts';
import { findPromises } from '../../../../../shared/domain/assist/text/promises.ts';
import { api, queries } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { useAssistMode } from '../../../../lib/assist-settings.ts';
import { formatClock, formatMoment } from '../../../../lib/format/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { addRecent, recentItems } from '../../../../lib/recent.ts';
import { showErrorToast } from '../../../../lib/toast.ts';
import { useNow } from '../../../../ui/hooks/use-now.ts';
import { useInbox } from '../../inbox-context.ts';
import { useThreads } from '../../thread/store/threads.store.ts';
import { showMessage } from '../../thread/use-open-thread.ts';
import { showUndoToast } from '../../work/undo-toast.tsx';
import { AssistLine, LineNotLoaded, LineQuote } from '../assist-line.tsx';
import { countFor, oncePerPage } from '../count-for.ts';
import { localNow } from '../local-now.ts';
import { instantOf, reminderTime } from './reminder-time.ts';

/** A promise is offered only while the person still thinks of it. */
const OFFERED_FOR_MS = 10 * 60_000;
const SEEN_MAX = 300;
const QUOTE_MAX = 300;
/** Messages of a conversation that may have been sent just now. */
const LOOKED_AT = 30;
const SHOWN_MAX = 2;
/** How soon a deleted reminder that was due is due again after an undo. */
const AGAIN_MS = 5_000;
const NONE: never[] = [];
const once = oncePerPage();

/** Offers a reminder of what the person has just promised, and shows their open reminders of this conversation. */
export function PromiseLine({ conversationId }: { conversationId: string }) {
  const isOn = useAssistMode('promises') === 'on';
  return isOn ? <Promises conversationId={conversationId} /> : null;
}

function Promises({ conversationId }: { conversationId: string }) {
  const { session } = useInbox();
  const owner = session.user.id;
  const messages = useThreads((threads) => threads[conversationId]?.messages ?? NONE);
  const list = useQuery(
    queries.reminders.list.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY }),
  );
  const [seen, setSeen] = useState(() => new Set(recentItems('seen-promises', owner)));
  const now = useNow();
  useSentCounts(conversationId, messages, owner);
  if (!list.data)
    return (
      <LineNotLoaded text={t('assist-lines:promises.notLoaded')} query={list} testId="reminders-failed" />
    );
  const reminders = list.data.data.filter((reminder) => reminder.conversationId === conversationId);
  const candidate = messages.findLast((message) => isOwnNew(message, owner, now) && hasPromise(message));
  const isNew =
    candidate && !seen.has(candidate.id) && !reminders.some(({ messageId }) => messageId === candidate.id);
  return (
    <>
      {reminders.slice(0, SHOWN_MAX).map((reminder) => (
        <OpenReminder key={reminder.id} reminder={reminder} now={now} />
      ))}
      {isNew && (
        <Offer
          key={candidate.id}
          message={candidate}
          onAnswered={() => {
            addRecent('seen-promises', owner, candidate.id, SEEN_MAX);
            setSeen(new Set([...seen, candidate.id]));
          }}
        />
      )}
    </>
  );
}

function Offer({ message, onAnswered }: { message: ThreadMessage; onAnswered: () => void }) {
  const [isSaving, setSaving] = useState(false);
  // The time of the offer stays as it was shown.
  const [sentAt] = useState(() => localNow());
  const { id, conversationId } = message;
  const text = textOf(message);
  const [promise] = findPromises(text, sentAt);
  const isOffered = promise !== undefined;
  const count = (outcome: AssistOutcome) => countFor(conversationId, 'promises', { outcome, text });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each message.
  useEffect(() => {
    if (isOffered) once(`offered ${id}`, () => count('shown'));
  }, [id, isOffered]);
  if (!promise) return null;
  const { quote } = promise;
  const dueAt = instantOf(reminderTime(promise, sentAt)).toISOString();
  async function remind(): Promise<void> {
    setSaving(true);
    try {
      const words = quote.replace(/\s+/g, ' ').slice(0, QUOTE_MAX);
      await api.reminders.create({ body: { messageId: message.id, quote: words, dueAt } });
      count('unedited');
      await refreshReminders();
      onAnswered();
    } catch (error) {
      showErrorToast(t('assist-lines:promises.notSaved'), error);
      setSaving(false);
    }
  }
  return (
    <AssistLine
      icon={<IconBell size={16} />}
      testId="promise-offer"
      dismissLabel={t('assist-lines:promises.dismiss')}
      onDismiss={() => {
        count('dismissed');
        onAnswered();
      }}
      buttons={
        <Button
          size="compact-sm"
          variant="default"
          loading={isSaving}
          onClick={() => void remind()}
          data-testid="promise-remind"
        >
          {t('assist-lines:promises.remind', { when: whenOf(dueAt) })}
        </Button>
      }
    >
      {t('assist-lines:promises.wrote')}{' '}
      <LineQuote onClick={() => void showMessage(message.conversationId, message.id)}>{quote}</LineQuote>
    </AssistLine>
  );
}

function OpenReminder({ reminder, now }: { reminder: Reminder; now: number }) {
  const { id, conversationId, messageId, quote, dueAt } = reminder;
  const isDue = new Date(dueAt).getTime() <= now;
  /** Shows what was done, with its undo, or that it failed. */
  const change = (work: () => Promise<unknown>, said?: { text: string; undo: () => Promise<unknown> }) =>
    void work().then(
      () => {
        void refreshReminders();
        if (said) showUndoToast(said.text, () => change(said.undo));
      },
      (error) => showErrorToast(t('assist-lines:promises.notChanged'), error),
    );
  const complete = (isDone: boolean) => () => api.reminders.change({ params: { id }, body: { isDone } });
  const remove = () => api.reminders.remove({ params: { id } });
  // A reminder is due in the future: one that was due already is due again at once.
  const createAgain = () => {
    const soonest = new Date(Date.now() + AGAIN_MS).toISOString();
    return api.reminders.create({ body: { messageId, quote, dueAt: dueAt > soonest ? dueAt : soonest } });
  };
  return (
    <AssistLine
      tone={isDue ? 'warn' : 'quiet'}
      icon={isDue ? <IconBellRinging size={16} /> : <IconBell size={16} />}
      testId="reminder"
      dismissLabel={t('assist-lines:promises.remove')}
      onDismiss={() => change(remove, { text: t('assist-lines:promises.removed'), undo: createAgain })}
      buttons={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() =>
            change(complete(true), { text: t('assist-lines:promises.completed'), undo: complete(false) })
          }
          data-testid="reminder-done"
        >
          {t('assist-lines:promises.done')}
        </Button>
      }
    >
      {t(isDue ? 'assist-lines:promises.due' : 'assist-lines:promises.open', {
        when: formatMoment(dueAt, now),
      })}{' '}
      <LineQuote onClick={() => void showMessage(conversationId, messageId)}>{quote}</LineQuote>
    </AssistLine>
  );
}

/** Counts each message that this person has just sent: it could have had a promise. */
function useSentCounts(conversationId: string, messages: readonly ThreadMessage[], owner: string): void {
  useEffect(() => {
    for (const message of messages.slice(-LOOKED_AT)) {
      const text = textOf(message);
      if (text === '' || !isOwnNew(message, owner, Date.now())) continue;
      once(`sent ${message.id}`, () => countFor(conversationId, 'promises', { outcome: 'eligible', text }));
    }
  }, [conversationId, messages, owner]);
}

/** A message that this person has just sent, not a scheduled one. */
function isOwnNew(message: ThreadMessage, owner: string, now: number): boolean {
  const { direction, author, status, createdAt } = message;
  if (direction !== 'outbound' || author?.id !== owner || status === 'scheduled' || status === 'failed')
    return false;
  return now - new Date(createdAt).getTime() <= OFFERED_FOR_MS;
}

function hasPromise(message: ThreadMessage): boolean {
  return findPromises(textOf(message), localNow()).length > 0;
}

function textOf({ content, caption }: ThreadMessage): string {
  return content ?? caption ?? '';
}

/** Returns a time ahead in words: today, tomorrow, or its day. */
function whenOf(dueAt: string): string {
  const { date } = localNow(new Date(dueAt));
  const today = localNow().date;
  const time = formatClock(dueAt);
  if (date === today) return t('assist-lines:promises.today', { time });
  return date === addDays(today, 1)
    ? t('assist-lines:promises.tomorrow', { time })
    : formatMoment(dueAt, Date.now());
}

function refreshReminders(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queries.reminders.key() });
}
