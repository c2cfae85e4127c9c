import { queries } from '../../lib/api/api.ts';
import type { EventHandlers } from '../../lib/api/event-handlers.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Fetches the rehearsals again, wherever they are shown. */
export function refreshRehearsals(): void {
  void queryClient.invalidateQueries({ queryKey: queries.rehearsals.key() });
}

/** Fetches the replays of both kinds again, wherever they are shown. */
export function refreshReplays(): void {
  void queryClient.invalidateQueries({ queryKey: queries.replays.key() });
  void queryClient.invalidateQueries({ queryKey: queries.draftReplays.key() });
}

/** Apart from the pages, which are loaded when they are opened. */
export const rehearsalRealtime = {
  'rehearsal.changed': refreshRehearsals,
  'replay.changed': refreshReplays,
  'draft_replay.changed': refreshReplays,
} satisfies EventHandlers;
