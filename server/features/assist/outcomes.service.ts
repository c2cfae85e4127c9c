import type { AssistCount } from '../../../shared/contract/assist/assist.contract.ts';
import type { Context } from '../../kernel/context/context.ts';
import { countOutcome } from './outcomes.repository.ts';
import { assistSettings } from './settings.service.ts';

/** Counts what became of suggestions on a screen, in the mode that each feature has. */
export async function countOutcomes(
  ctx: Context,
  counts: readonly AssistCount[],
): Promise<{ counted: number }> {
  const { modes } = await assistSettings(ctx);
  for (const { count, ...what } of counts) {
    await countOutcome(ctx, { ...what, isTest: modes[what.feature] === 'shadow', contactId: null }, count);
  }
  return { counted: counts.length };
}
