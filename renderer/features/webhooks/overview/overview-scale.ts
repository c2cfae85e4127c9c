import type { WebhookFigures, WebhookSpan } from '../../../../shared/contract/webhooks/webhook-overview.ts';
import { formatClock, formatMoment, formatWeekday } from '../../../lib/format/format.ts';

/** Labels closer to an edge than this fraction of the width would overflow the chart. */
const EDGE = 0.04;

/**
 * Returns round local times within a span, with their positions from 0 to 1: every 15 minutes, every 6 hours,
 * or every midnight.
 */
export function ticksOf(span: WebhookSpan, since: string, until: string): { at: number; label: string }[] {
  const [from, to] = [Date.parse(since), Date.parse(until)];
  const at = new Date(from);
  if (span === 'hour') at.setMinutes(Math.ceil(at.getMinutes() / 15) * 15, 0, 0);
  else at.setHours(span === 'day' ? Math.ceil(at.getHours() / 6) * 6 : 24, 0, 0, 0);
  const ticks: { at: number; label: string }[] = [];
  while (at.getTime() < to) {
    const position = (at.getTime() - from) / (to - from);
    const time = at.toISOString();
    if (position >= EDGE && position <= 1 - EDGE)
      ticks.push({ at: position, label: span === 'week' ? formatWeekday(time) : formatClock(time) });
    if (span === 'hour') at.setMinutes(at.getMinutes() + 15);
    else at.setHours(at.getHours() + (span === 'day' ? 6 : 24));
  }
  return ticks;
}

/** Formats the period of a time step: `14:00–14:30`, `3 Mar, 14:00–17:00`. */
export function stepTime(since: string, stepSeconds: number, now: number): string {
  const until = new Date(Date.parse(since) + stepSeconds * 1_000).toISOString();
  return `${formatMoment(since, now)}–${formatClock(until)}`;
}

/** Returns the total of all results. */
export const countOf = ({ succeeded, failed, pending }: WebhookFigures): number =>
  succeeded + failed + pending;
