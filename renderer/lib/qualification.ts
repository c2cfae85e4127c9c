import type { QualificationView } from '../../shared/contract/assist/qualification.contract.ts';
import type { QualificationFigure } from '../../shared/domain/assist/qualification.ts';
import { queries } from './api/api.ts';
import { queryClient } from './api/query-client.ts';
import { refreshOffers } from './assist-settings.ts';
import { formatCount, formatDuration, formatShare } from './format/format.ts';
import { t } from './i18n.ts';

/** While a run goes on, its progress is shown as it comes. */
const LIVE_MS = 1_000;
const SLOWER_MS = 5_000;
const MOVING: ReadonlySet<QualificationView['state']> = new Set(['reading', 'running']);

/** Returns the query for what the model is good for. It polls, because a run progresses and models change. */
export const qualificationOptions = () =>
  queries.qualification.get.queryOptions({
    input: {},
    refetchInterval: ({ state }) => (state.data && MOVING.has(state.data.state) ? LIVE_MS : SLOWER_MS),
  });

/** Stores what a request returned. */
export function applyQualification(view: QualificationView): void {
  queryClient.setQueryData(qualificationOptions().queryKey, view);
  refreshOffers();
}

/** Formats a figure of a qualification in its unit: `72%`, `0`, `8.2 s`; a dash when it was not measured. */
export function formatFigure(value: number | null, unit: QualificationFigure['unit']): string {
  if (value === null) return '–';
  if (unit === 'share') return formatShare(value);
  return unit === 'seconds' ? formatDuration(value * 1_000) : formatCount(value);
}

/** Says what a figure has to reach: `at least 60%`, `at most 15 s`, `none`. */
export function limitOf({ is, limit, unit }: QualificationFigure): string {
  if (is === 'most' && limit === 0) return t('qualification:limit.none');
  return t(`qualification:limit.${is}`, { value: formatFigure(limit, unit) });
}

/** Says in one sentence each which figures keep a feature from being offered. */
export function reasonsOf(figures: readonly QualificationFigure[]): string {
  return figures
    .filter(({ isPassed }) => !isPassed)
    .map((figure) =>
      t('qualification:reason', {
        measure: t(`qualification:measures.${figure.measure}`),
        value: formatFigure(figure.value, figure.unit),
        limit: limitOf(figure),
      }),
    )
    .join(' ');
}
