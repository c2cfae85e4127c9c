import type { Label } from '../../../../shared/contract/inbox/labels.contract.ts';
import { LABEL_COLORS } from '../../../../shared/domain/inbox-views.ts';
import { queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

/** Returns the query for the labels of the workspace. Events of labels refetch them. */
export const labelsOptions = () => queries.labels.list.queryOptions({ input: {}, staleTime: 5 * 60_000 });

/** Refetches the labels. */
export function refreshLabels(): void {
  void queryClient.invalidateQueries({ queryKey: queries.labels.key() });
}

/** Returns a color for a new label: the one that the fewest labels have. Gray is for those without one. */
export function nextColor(labels: readonly Label[]): Label['color'] {
  const [, ...colors] = LABEL_COLORS;
  const uses = (color: Label['color']) => labels.filter((label) => label.color === color).length;
  return colors.reduce((best, color) => (uses(color) < uses(best) ? color : best), colors[0]);
}
