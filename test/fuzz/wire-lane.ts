import { problemsOf } from './check-answer.ts';
import type { FuzzTenant } from './fuzz-tenant.ts';
import type { Sender } from './lane.ts';
import { bytesOf, describeFailure } from './request-bytes.ts';
import type { DraftRequest } from './requests.ts';
import type { Tally } from './tally.ts';
import { WireClient } from './wire-client.ts';
import { DAMAGES } from './wire-requests.ts';

/** A request, and the name of the damage to its bytes. */
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
 * Sends what may not be HTTP. The number of responses is unknown, and so is the end of the last one. The
 * requests therefore have no permission to change anything: the workspace must be the same at the end.
 */
export function createWireLane({ tenant, port, tally }: WireLaneOptions): Sender<DamagedRequest> {
  const client = new WireClient(port);
  const powerless = {
    ...tenant,
    tokens: { ...tenant.tokens, full: tenant.tokens.narrow },
    sessions: { owner: 'ses_none', staff: 'ses_none' },
  };
  return {
    send: async ({ draft, damage }) => {
      const plain = bytesOf(powerless, draft);
      const bytes = DAMAGES[damage]?.(plain) ?? plain;
      const exchange = await client.exchangeAnything(bytes);
      const problems = exchange.answers.flatMap((answer) => problemsOf(answer, null, ''));
      if (problems.length > 0)
        throw new Error(describeFailure([`with ${damage}`, ...problems], bytes, exchange));
      for (const { status } of exchange.answers) tally.count('damaged bytes', status);
      if (exchange.answers.length === 0) tally.count('damaged bytes', 'no answer');
    },
    finish: async () => client.close(),
  };
}
