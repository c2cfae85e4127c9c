import type {
  WebhookFigures,
  WebhookOverview,
  WebhookSpan,
} from '../../../../shared/contract/webhooks/webhook-overview.ts';

/** The number of steps in each span, and their length in seconds. */
const SPANS: Readonly<Record<WebhookSpan, { count: number; seconds: number }>> = {
  hour: { count: 60, seconds: 60 },
  day: { count: 48, seconds: 30 * 60 },
  week: { count: 56, seconds: 3 * 60 * 60 },
};

/** The steps of a span. They begin at round times, so that they do not shift as time passes. */
export interface Steps {
  since: Date;
  until: Date;
  count: number;
  seconds: number;
}

/** The number of deliveries of one step with the same result and the same response time. */
export interface StepCount {
  /** Index of the step, from 0. */
  step: number;
  state: number;
  /** Response time rounded to two digits; null when no attempt was made. */
  ms: number | null;
  count: number;
}

/** Returns the steps of a span; the last one contains `now`. */
export function stepsOf(span: WebhookSpan, now: Date): Steps {
  const { count, seconds } = SPANS[span];
  const length = seconds * 1_000;
  const until = (Math.floor(now.getTime() / length) + 1) * length;
  return { since: new Date(until - count * length), until: new Date(until), count, seconds };
}

/** Returns the figures of every step, including empty ones, and the total. */
export function figuresOf(
  steps: Steps,
  counts: readonly StepCount[],
): Pick<WebhookOverview, 'total' | 'steps'> {
  const byStep = new Map<number, StepCount[]>();
  for (const count of counts) {
    const known = byStep.get(count.step);
    if (known) known.push(count);
    else byStep.set(count.step, [count]);
  }
  return {
    total: sum(counts),
    steps: Array.from({ length: steps.count }, (_, step) => ({
      since: new Date(steps.since.getTime() + step * steps.seconds * 1_000).toISOString(),
      ...sum(byStep.get(step) ?? []),
    })),
  };
}

function sum(counts: readonly StepCount[]): WebhookFigures {
  const inState = (wanted: number) =>
    counts.reduce((all, { state, count }) => all + (state === wanted ? count : 0), 0);
  const answered = counts
    .flatMap(({ ms, count }) => (ms === null ? [] : [{ ms, count }]))
    .sort((a, b) => a.ms - b.ms);
  return {
    succeeded: inState(2),
    failed: inState(3),
    pending: inState(0),
    // A delivery without an attempt has no response time.
    failing: counts.reduce((all, { state, ms, count }) => all + (state === 0 && ms !== null ? count : 0), 0),
    p50Milliseconds: quantile(answered, 0.5),
    p95Milliseconds: quantile(answered, 0.95),
  };
}

/** Returns the nearest-rank quantile: the shortest time within which that share received a response. */
function quantile(answered: readonly { ms: number; count: number }[], share: number): number | null {
  const all = answered.reduce((count, one) => count + one.count, 0);
  let passed = 0;
  for (const { ms, count } of answered) {
    passed += count;
    if (passed >= share * all) return ms;
  }
  return null;
}
