import { useQuery } from '@tanstack/react-query';
import type { AutomationRule } from '../../../shared/contract/inbox/automation.contract.ts';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { RULE_FIELDS, type RunResult } from '../../../shared/domain/automation/rules.ts';
import { allTemplates } from '../../lib/api/all-templates.ts';
import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useColleagues } from '../../lib/colleagues.ts';
import { t } from '../../lib/i18n.ts';
import { refreshRules } from './automation.realtime.ts';

const STALE_MS = 5 * 60_000;
const PAGE = 50;

/** Runs have no event of their own: what a page shows of them is loaded again while it is open. */
const RUNS_EVERY_MS = 10_000;

/** Returns the query for the rules of the workspace, with when each last ran. */
export const rulesOptions = () =>
  queries.automation.list.queryOptions({ input: {}, refetchInterval: RUNS_EVERY_MS });

/** Returns the query for one rule. */
export const ruleOptions = (id: string) => queries.automation.get.queryOptions({ input: { params: { id } } });

/** Returns the query for the log of a rule, the newest runs first. */
export const runsOptions = (id: string, result: RunResult | null) =>
  queries.automation.runs.infiniteOptions({
    input: (cursor: string | undefined) => ({
      params: { id },
      query: { limit: PAGE, ...(result && { result }), ...(cursor && { cursor }) },
    }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    // A long log is being read, so only its first page follows what happens.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : RUNS_EVERY_MS),
  });

/** Returns the query for the business hours. The inbox keeps the same answer up to date. */
export const hoursOptions = () =>
  queries.businessHours.get.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY });

/** Shows a rule as a response brings it, before the list is loaded again. */
export function noteRule(rule: AutomationRule): void {
  queryClient.setQueryData(ruleOptions(rule.id).queryKey, rule);
  refreshRules();
}

/** Something that a rule can name. */
interface Thing {
  id: string;
  name: string;
}

/** The things of one kind, as far as they are loaded. */
export interface Things<Item = Thing> {
  items: readonly Item[];
  /** Whether an unknown id means that the thing was deleted. */
  isLoaded: boolean;
  /** Why they could not be loaded; null while they load. */
  error: Error | null;
  refetch: () => unknown;
}

/** What rules can name, for their sentences and for the chips that choose it. */
export interface RuleThings {
  labels: Things;
  members: Things;
  replies: Things;
  /** Those that every contact has, which are always known, and those of the workspace. */
  fields: Things;
  templates: Things<Template>;
}

/** Returns what rules can name. Events of these things refetch them. */
export function useRuleThings(): RuleThings {
  const labels = useQuery(queries.labels.list.queryOptions({ input: {}, staleTime: STALE_MS }));
  const replies = useQuery(queries.savedReplies.list.queryOptions({ input: {}, staleTime: STALE_MS }));
  const fields = useQuery(
    queries.contacts.fields.queryOptions({ input: { query: {} }, staleTime: STALE_MS }),
  );
  const templates = useQuery(allTemplates());
  const { colleagues, ...members } = useColleagues();
  return {
    labels: thingsOf(labels, labels.data?.data),
    members: { items: colleagues, ...members },
    replies: thingsOf(replies, replies.data?.data),
    fields: {
      ...thingsOf(fields, fields.data?.data),
      items: [
        ...RULE_FIELDS.map((id) => ({ id, name: t(`automation:fields.${id}`) })),
        ...(fields.data?.data ?? []).map(({ key, name }) => ({ id: key, name })),
      ],
    },
    templates: thingsOf(templates, templates.data),
  };
}

function thingsOf<Item>(
  { error, refetch }: { error: Error | null; refetch: () => unknown },
  items: readonly Item[] | undefined,
): Things<Item> {
  return { items: items ?? [], isLoaded: items !== undefined, error, refetch };
}
