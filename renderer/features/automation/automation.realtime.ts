import { queries } from '../../lib/api/api.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Fetches the rules again, wherever they are shown. */
export function refreshRules(): void {
  void queryClient.invalidateQueries({ queryKey: queries.automation.key() });
}

/** Apart from the queries of the pages, which are loaded with them. */
export const automationRealtime = {
  'automation_rule.changed': refreshRules,
  'automation.triggered': () => {},
} satisfies EventHandlers;
