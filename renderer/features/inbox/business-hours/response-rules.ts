import { useQuery } from '@tanstack/react-query';
import type { ResponseRules } from '../../../../shared/domain/time/business-time.ts';
import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

const NO_RULES: ResponseRules = { hours: null, firstResponseMinutes: null, nextResponseMinutes: null };

/** Returns the query for the business hours and response targets. Their event replaces the answer. */
export const responseRulesOptions = () =>
  queries.businessHours.get.queryOptions({ input: {}, staleTime: Number.POSITIVE_INFINITY });

/** Returns the business hours and response targets; none until they are loaded. */
export function useResponseRules(): ResponseRules {
  return useQuery(responseRulesOptions()).data ?? NO_RULES;
}

/** Stores the rules that an event or a response brings. */
export function applyResponseRules(rules: ResponseRules): void {
  queryClient.setQueryData(responseRulesOptions().queryKey, rules);
}

/** Returns whether the team has a response target. */
export function hasTargets({ firstResponseMinutes, nextResponseMinutes }: ResponseRules): boolean {
  return firstResponseMinutes !== null || nextResponseMinutes !== null;
}
