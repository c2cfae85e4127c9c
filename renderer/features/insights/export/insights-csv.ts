import type { InsightConversation, Insights } from '../../../../shared/contract/public/insights.contract.ts';
import { csvLine } from '../../../../shared/domain/contacts/csv-line.ts';
import { serverOrigin } from '../../../lib/api/server-address.ts';
import { t } from '../../../lib/i18n.ts';
import { failureText, pointText } from '../insight-text.ts';

export type CsvCell = string | number | null;

/** So that a spreadsheet reads it as UTF-8. */
const MARK = '\ufeff';

/** Returns a CSV file. No spreadsheet runs a formula in it. */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return MARK + rows.map((row) => csvLine(row.map((cell) => String(cell ?? '')))).join('');
}

export const COUNTS = [
  ...(['messagesReceived', 'messagesSent', 'conversationsOpened'] as const),
  ...(['conversationsClosed', 'windowsLost', 'failedSends'] as const),
];

/** Returns every figure in a row of its own, with the one of the period before. Times are in seconds. */
export function figureRows(insights: Insights): CsvCell[][] {
  const { firstResponse, resolution, open, failedReasons, members, broadcasts, model } = insights;
  const period = t('insights:title');
  const row = (about: string, figure: string, value: CsvCell, previous: CsvCell = null) => [
    ...[about, figure, value, previous],
  ];
  const times = { firstResponse, resolution };
  return [
    [t('insights:export.about'), t('insights:export.figure'), ...spansOf(insights)],
    ...COUNTS.map((name) =>
      row(period, t(`insights:figures.${name}`), insights[name].value, insights[name].previous),
    ),
    ...(['firstResponse', 'resolution'] as const).flatMap((name) =>
      (['count', 'medianSeconds', 'p90Seconds'] as const).map((part) =>
        row(
          t(`insights:durations.${name}`),
          t(`insights:export.${part}`),
          times[name][part],
          times[name].previous[part],
        ),
      ),
    ),
    ...open.map(({ age, count }) => row(t('insights:open.title'), t(`insights:open.ages.${age}`), count)),
    row(t('insights:open.title'), t('insights:today.deal.waiting'), insights.waiting.count),
    ...failedReasons.map(({ code, value, previous }) =>
      row(t('insights:failed.title'), `${code}: ${failureText(code)}`, value, previous),
    ),
    ...members.flatMap(({ name, ...numbers }) =>
      (['messagesSent', 'firstResponses', 'openConversations'] as const).map((part) =>
        row(name, t(`insights:team.${part}`), numbers[part]),
      ),
    ),
    ...broadcasts.flatMap(({ name, ...numbers }) =>
      (['recipients', 'sent', 'delivered', 'read', 'replied', 'failed'] as const).map((part) =>
        row(name, t(`broadcasts:counts.${part}`), numbers[part]),
      ),
    ),
    ...(['requests', 'promptTokens', 'completionTokens'] as const).map((part) =>
      row(t('insights:model.title'), t(`insights:model.${part}`), model[part], model.previous[part]),
    ),
  ];
}

/** Returns the counts of each day, or of each hour. */
export function pointRows(insights: Insights): CsvCell[][] {
  return [
    [t('insights:export.start'), ...COUNTS.map((name) => t(`insights:figures.${name}`))],
    ...insights.points.map((point) => [
      pointText(point.start, insights),
      ...COUNTS.map((name) => point[name]),
    ]),
  ];
}

/** Returns the conversations behind a figure; times are in UTC. */
export function listRows(rows: readonly InsightConversation[]): CsvCell[][] {
  return [
    (['contact', 'phone', 'time', 'seconds', 'reason', 'member', 'address'] as const).map((name) =>
      t(`insights:export.list.${name}`),
    ),
    ...rows.map(({ contact, conversationId, at, seconds, reason, member }) => [
      ...[contact.name, contact.phone, at, seconds],
      ...[reason && `${reason}: ${failureText(reason)}`, member?.name ?? null],
      `${serverOrigin()}/inbox/${conversationId}`,
    ]),
  ];
}

const spansOf = ({ from, to, previous }: Insights) => [
  `${from} – ${to}`,
  `${previous.from} – ${previous.to}`,
];
