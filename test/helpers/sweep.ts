import type { HousekeepingStep } from '../../server/kernel/housekeeping/step.ts';

/** Runs one housekeeping step to its end. Returns how many rows it removed. */
export async function sweep(step: HousekeepingStep): Promise<number> {
  let removed = 0;
  for await (const rows of step.sweep()) removed += rows;
  return removed;
}
