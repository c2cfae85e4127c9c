import type { Rehearsal } from '../../../shared/contract/inbox/rehearsals.contract.ts';
import { queries } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { refreshRehearsals } from './rehearsal.realtime.ts';

/** Returns the query for the rehearsals of the workspace. Events fetch it again. */
export const rehearsalsOptions = () => queries.rehearsals.list.queryOptions({ input: {} });

/** Returns the query for one rehearsal. Events fetch it again. */
export const rehearsalOptions = (id: string) =>
  queries.rehearsals.get.queryOptions({ input: { params: { id } } });

/** Shows a rehearsal as a response brings it. */
export function noteRehearsal(rehearsal: Rehearsal): void {
  queryClient.setQueryData(rehearsalOptions(rehearsal.id).queryKey, rehearsal);
  refreshRehearsals();
}
