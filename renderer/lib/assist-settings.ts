import { useQuery } from '@tanstack/react-query';
import type { AssistCount, AssistSettings } from '../../shared/contract/assist/assist.contract.ts';
import type { AssistFeature, AssistMode } from '../../shared/domain/assist/features.ts';
import { api, queries } from './api/api.ts';
import { ApiError } from './api/api-error.ts';
import type { EventHandlers } from './api/event-handlers.ts';
import { queryClient } from './api/query-client.ts';

/** Returns the query for the settings of the assistant. Their event replaces the answer. */
export const assistOptions = () =>
  queries.assist.get.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY });

/** Returns the query for what became of the suggestions of the last days. */
export const assistResultsOptions = (days: number) =>
  queries.assist.results.queryOptions({ input: { query: { days } } });

/** Returns the query for whether the assistant leaves a contact alone. */
export const exclusionOptions = (contactId: string) =>
  queries.assist.exclusion.queryOptions({
    input: { params: { id: contactId } },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns the mode of a feature in this workspace; off until it is known. */
export function useAssistMode(feature: AssistFeature): AssistMode {
  return useQuery(assistOptions()).data?.modes[feature] ?? 'off';
}

/** Stores the settings that an event or a response brings. */
export function applyAssistSettings(settings: AssistSettings): void {
  queryClient.setQueryData(assistOptions().queryKey, settings);
}

/** Refetches what the model is good for, after a run has started or ended. */
export function refreshQualification(): void {
  void queryClient.invalidateQueries({ queryKey: queries.qualification.key() });
  refreshOffers();
}

/** Refetches which features are offered with the model. */
export function refreshOffers(): void {
  void queryClient.invalidateQueries({ queryKey: queries.assistDrafts.model.key() });
}

const COUNT_AFTER_MS = 5_000;
const AGAIN_AFTER_MS = 60_000;
/** What the server takes: counts in one request, and what one of them can be. */
const COUNTS_PER_REQUEST = 50;
const COUNT_MAX = 1_000;
const counts = new Map<string, AssistCount>();

/**
 * Counts what became of a suggestion, with others in one request; again later where the server was not reached. Counts are
 * lost with the page: they are not worth more.
 */
export function countOutcome({
  model = '',
  ...given
}: Omit<AssistCount, 'count' | 'model'> & { model?: string }): void {
  addCount({ ...given, model, count: 1 });
}

function addCount(given: AssistCount, afterMs = COUNT_AFTER_MS): void {
  const { feature, outcome, language, model, count } = given;
  const key = `${feature} ${outcome} ${language} ${model}`;
  counts.set(key, { ...given, count: Math.min(COUNT_MAX, (counts.get(key)?.count ?? 0) + count) });
  sendLater(afterMs);
}

let isPlanned = false;

function sendLater(afterMs: number): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(sendCounts, afterMs);
}

function sendCounts(): void {
  isPlanned = false;
  const sent = [...counts].slice(0, COUNTS_PER_REQUEST);
  for (const [key] of sent) counts.delete(key);
  if (counts.size > 0) sendLater(COUNT_AFTER_MS);
  const body = { counts: sent.map(([, count]) => count) };
  void api.assist.count({ body }).catch((error: unknown) => {
    // What the server refuses, it would refuse again.
    if (!(error instanceof ApiError) || error.code !== 'network') return;
    for (const [, count] of sent) addCount(count, AGAIN_AFTER_MS);
  });
}

export const assistRealtime = {
  'assist.draft_ready': ({ conversationId }) =>
    void queryClient.invalidateQueries(
      queries.assistDrafts.get.queryOptions({ input: { params: { id: conversationId } } }),
    ),
  'assist.qualification_changed': refreshQualification,
  'assist.proposals_changed': () =>
    void queryClient.invalidateQueries({ queryKey: queries.replyProposals.key() }),
  'assist.changed': ({ settings }) => applyAssistSettings(settings),
  'assist.exclusion_changed': ({ contactId, isLeftOut }) => {
    queryClient.setQueryData(exclusionOptions(contactId).queryKey, { isLeftOut });
  },
} satisfies EventHandlers;
