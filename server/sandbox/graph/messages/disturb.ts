import { entryOf, subcodeTitle } from '../../conversation/error-catalogue.ts';
import type { Platform } from '../../platform.ts';
import { byChance } from '../../state/knobs.ts';
import { GraphFault } from '../graph-fault.ts';

/** What shall go wrong with one send: nothing, no answer after accepting it, no answer at all, or a later `failed`. */
export type Disturbance = 'none' | 'hang_up' | 'drop' | { readonly fail: number };

/**
 * Waits and fails as the knobs and the script of the number say. Numbers that end in 000503, 000504 and
 * 000505 ask for it themselves: a 503, an accepted send without an answer, a lost one.
 * @throws {GraphFault} when the answer shall be an error.
 */
export async function disturb(
  platform: Platform,
  phoneNumberId: string,
  dialled: string,
): Promise<Disturbance> {
  const { sendLatencyMs, sendErrorRate, hangUpRate } = platform.knobs.of(phoneNumberId);
  if (sendLatencyMs > 0) await new Promise((resolve) => setTimeout(resolve, sendLatencyMs));
  const scripted = platform.knobs.takeNextSend(phoneNumberId);
  if (scripted === 'hang_up' || scripted === 'drop') return scripted;
  if (scripted === 'ok') return 'none';
  if (scripted !== undefined) return scriptedError(scripted);
  if (dialled.endsWith('000503')) throw new GraphFault(131016, { http: 503 });
  if (dialled.endsWith('000504')) return 'hang_up';
  if (dialled.endsWith('000505')) return 'drop';
  if (byChance(sendErrorRate)) throw new GraphFault(131000, { http: byChance(0.5) ? 500 : 503 });
  return byChance(hangUpRate) ? 'hang_up' : 'none';
}

/** A bare number is answered at once, whatever the catalogue says; an object may ask for either way. */
function scriptedError(
  scripted: number | { code: number; subcode?: number | undefined; way?: 'sync' | 'async' | undefined },
): Disturbance {
  const { code, subcode, way = 'sync' } = typeof scripted === 'number' ? { code: scripted } : scripted;
  if (way === 'async') return { fail: code };
  if (subcode === undefined) throw new GraphFault(code);
  throw new GraphFault(code, { subcode, message: subcodeTitle(code, subcode) ?? entryOf(code).title });
}
