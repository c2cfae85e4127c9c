import { useQuery } from '@tanstack/react-query';
import type { AssistCount, AssistSettings } from '../../shared/contract/assist/assist.contract.ts';
import type { AssistFeature, AssistMode } from '../../shared/domain/assist/features.ts';
import { api, queries } from './api/api.ts';
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
const COUNTS_PER_REQUEST = 50;
const counts = new Map<string, AssistCount>();

/** Counts what became of a suggestion, with others in one request. Counts are lost with the page: they are not worth more. */
export function countOutcome({
  model = '',
  ...given
}: Omit<AssistCount, 'count' | 'model'> & { model?: string }): void {
  const what = { ...given, model };
  if (counts.size === 0) setTimeout(sendCounts, COUNT_AFTER_MS);
  const key = `${what.feature} ${what.outcome} ${what.language} ${model}`;
  counts.set(key, { ...what, count: (counts.get(key)?.count ?? 0) + 1 });
}

function sendCounts(): void {
  const sent = [...counts.values()].slice(0, COUNTS_PER_REQUEST);
  counts.clear();
  void api.assist.count({ body: { counts: sent } }).catch(() => undefined);
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
