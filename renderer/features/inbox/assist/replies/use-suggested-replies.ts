import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReplySuggestions } from '../../../../../shared/contract/assist/retrieval.contract.ts';
import type { AssistOutcome } from '../../../../../shared/domain/assist/features.ts';
import { queries } from '../../../../lib/api/api.ts';
import { countOutcome } from '../../../assist/assist.queries.ts';
import { noteSuggested, watchSends } from '../../composer/used-reply.ts';
import { useThreads } from '../../thread/store/threads.store.ts';

const LEARNING_MS = 1_500;
/** Messages whose suggestions were counted on this page. */
const counted = new Set<string>();

/** Returns the suggested replies of a conversation: null while nothing is known, or nothing is to be shown. */
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
  const data = last === null ? null : (suggestions.data ?? null);
  useCounts(conversationId, data);
  return data?.mode === 'on' && data.data.length > 0 ? data : null;
}

/** Returns the id of the customer's last message; null when the last word was ours. */
function lastOf(messages: readonly { id: string; direction: string; rule?: unknown; sentBy?: unknown }[]) {
  const last = messages.at(-1);
  return last?.direction === 'inbound' ? last.id : null;
}

/** Counts each customer's message once: whether there was something, and whether it was left alone. */
function useCounts(conversationId: string, data: ReplySuggestions | null): void {
  const latest = useRef(data);
  useEffect(() => {
    latest.current = data;
    if (!data?.messageId || data.state === 'learning') return;
    noteSuggested(
      conversationId,
      data.data.map(({ savedReplyId }) => savedReplyId),
    );
    if (counted.has(data.messageId)) return;
    counted.add(data.messageId);
    count(data, 'eligible');
    if (data.state === 'gated') count(data, 'gated');
    else if (data.mode === 'on') count(data, 'shown');
  }, [conversationId, data]);
  useEffect(
    () =>
      watchSends((id, reply) => {
        const shown = latest.current;
        if (id === conversationId && shown && shown.data.length > 0 && reply?.place === undefined)
          count(shown, 'ignored');
      }),
    [conversationId],
  );
}

/** Counts what became of the suggestions of a message. */
export function count({ language }: ReplySuggestions, outcome: AssistOutcome): void {
  countOutcome({ feature: 'replies', outcome, language });
}
