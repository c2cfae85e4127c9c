import { faultsOf } from './check-answer.ts';
import type { FuzzTenant } from './fuzz-tenant.ts';
import type { Shooter } from './lane.ts';
import { bytesOf, describeFailure } from './request-bytes.ts';
import type { DraftRequest } from './requests.ts';
import type { Tally } from './tally.ts';
import { WireClient } from './wire-client.ts';
import { DAMAGES } from './wire-requests.ts';

/** A request, and by name what is done to its bytes on their way. */
export interface DamagedRequest {
  draft: DraftRequest;
  damage: string;
}

export interface WireLaneOptions {
  tenant: FuzzTenant;
  port: number;
  tally: Tally;
}

/**
 * Sends what may be no HTTP. Nobody can say how many answers that gets, or when its last one is in, so its
 * requests have no power to change anything: the workspace must be as before when all of them are through.
 */
export function createWireLane({ tenant, port, tally }: WireLaneOptions): Shooter<DamagedRequest> {
  const client = new WireClient(port);
  const powerless = {
    ...tenant,
    tokens: { ...tenant.tokens, full: tenant.tokens.narrow },
    sessions: { owner: 'ses_none', staff: 'ses_none' },
  };
  return {
    fire: async ({ draft, damage }) => {
      const plain = bytesOf(powerless, draft);
      const bytes = DAMAGES[damage]?.(plain) ?? plain;
      const exchange = await client.exchangeAnything(bytes);
      const faults = exchange.answers.flatMap((answer) => faultsOf(answer, null, ''));
      if (faults.length > 0) throw new Error(describeFailure([`with ${damage}`, ...faults], bytes, exchange));
      for (const { status } of exchange.answers) tally.count('damaged bytes', status);
      if (exchange.answers.length === 0) tally.count('damaged bytes', 'no answer');
    },
    finish: async () => client.close(),
  };
}
