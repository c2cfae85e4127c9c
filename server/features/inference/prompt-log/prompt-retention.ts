import type { Resources } from '../../../kernel/context/context.ts';
import { type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { deleteExpiredPrompts } from './prompt-log.repository.ts';

/** Removes prompts that have been stored for as long as their workspace chose. */
export function promptRetention({ db, clock }: Pick<Resources, 'db' | 'clock'>): HousekeepingStep {
  return {
    name: 'prompt_log',
    sweep: () => inBatches(() => deleteExpiredPrompts(db, clock.now())),
  };
}
