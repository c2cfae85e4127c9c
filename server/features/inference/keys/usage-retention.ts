import type { Resources } from '../../../kernel/context/context.ts';
import { type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { dayOf, deleteUsageBefore } from './inference-keys.repository.ts';

/** A year, and the month that people compare with the same one a year before. */
const KEPT_MS = 400 * 86_400_000;

/** Returns the step that deletes the usage of keys by day after 400 days. */
export function usageRetention({ db, clock }: Pick<Resources, 'db' | 'clock'>): HousekeepingStep {
  return {
    name: 'inference_key_usage',
    sweep: () => inBatches(() => deleteUsageBefore(db, dayOf(new Date(clock.now().getTime() - KEPT_MS)))),
  };
}
