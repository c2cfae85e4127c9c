import type { Resources } from '../../../kernel/context/context.ts';
import { type HousekeepingStep, inBatches } from '../../../kernel/housekeeping/step.ts';
import { deleteExpiredPrompts } from './prompt-log.repository.ts';

/** Returns the step that deletes prompts older than their workspace keeps them. */
export function promptRetention({ db, clock }: Pick<Resources, 'db' | 'clock'>): HousekeepingStep {
  return {
    name: 'prompt_log',
    sweep: () => inBatches(() => deleteExpiredPrompts(db, clock.now())),
  };
}
