import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReplySuggestions } from '../../../../../shared/contract/assist/retrieval.contract.ts';
import type { AssistOutcome } from '../../../../../shared/domain/assist/features.ts';
import { queries } from '../../../../lib/api/api.ts';
import { noteShown } from '../../composer/answer-start.ts';
import { noteSuggested, watchSends } from '../../composer/used-reply.ts';
import { useThreads } from '../../thread/store/threads.store.ts';
import { countFor, oncePerPage } from '../count-for.ts';

const LEARNING_MS = 1_500;
const once = oncePerPage();
/** The customer's messages for which replies were offered on this page, until it is known what became of them. */
const undecided = new Set<string>();

/** Returns what fits the customer's last message, also in test mode; null while nothing is known or to be answered. */
export function useSuggestedReplies(conversationId: string): ReplySuggestions | null {
  // The customer's last message: another one asks for other suggestions. Ours ends them.
  const last = useThreads((threads) => lastOf(threads[conversationId]?.messages ?? []));
  const suggestions = useQuery({
    ...queries.assistRetrieval.replies.queryOptions({ input: { params: { id: conversationId } } }),
    queryKey: [...queries.assistRetrieval.replies.key(), conversationId, last],
    enabled: last !== null,
    staleTime: 60_000,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.state === 'learning' ? LEARNING_MS : false),
  });
  return last === null ? null : (suggestions.data ?? null);
}

/** Returns the id of the customer's last message; null when the last word was ours. */
function lastOf(messages: readonly { id: string; direction: string; rule?: unknown; sentBy?: unknown }[]) {
  const last = messages.at(-1);
  return last?.direction === 'inbound' ? last.id : null;
}

/**
 * Counts each customer's message once on this page: whether there was something, whether it was there to be taken, or would
 * have been in test mode, and whether it was left alone. `offered` are the saved replies that are there now.
 */
export function useReplyCounts(
  conversationId: string,
  found: ReplySuggestions | null,
  { isPossible, offered }: { isPossible: boolean; offered: readonly string[] },
): void {
  const latest = useRef(found);
  useEffect(() => {
    latest.current = found;
    const messageId = found?.messageId;
    if (!found || !messageId || !isPossible || found.state === 'learning') return;
    once(`possible ${messageId}`, () => {
      count(conversationId, found, 'eligible');
      if (found.state === 'gated') count(conversationId, found, 'gated');
    });
  }, [conversationId, found, isPossible]);
  const ids = offered.join(' ');
  useEffect(() => {
    const messageId = found?.messageId;
    if (!found || !messageId || ids === '') return;
    noteSuggested(conversationId, ids.split(' '));
    if (found.mode === 'on') noteShown(conversationId);
    once(`offered ${messageId}`, () => {
      undecided.add(messageId);
      count(conversationId, found, found.mode === 'on' ? 'shown' : 'ready');
    });
  }, [conversationId, found, ids]);
  useEffect(
    () =>
      watchSends((id, reply) => {
        const shown = latest.current;
        if (id !== conversationId || !shown?.messageId || !undecided.delete(shown.messageId)) return;
        // The server counts what was taken, with the message.
        if (reply?.place === undefined) count(conversationId, shown, 'ignored');
      }),
    [conversationId],
  );
}

/** Notes that a person does not want the replies that are shown. */
export function noteDismissed(conversationId: string, found: ReplySuggestions): void {
  noteSuggested(conversationId, []);
  if (found.messageId) undecided.delete(found.messageId);
  count(conversationId, found, 'dismissed');
}

function count(conversationId: string, { language }: ReplySuggestions, outcome: AssistOutcome): void {
  countFor(conversationId, 'replies', { outcome, language });
}
