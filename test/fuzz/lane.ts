import { changesBetween, type StateReader, type TenantState } from '../helpers/tenant-state.ts';
import { faultsOf } from './check-answer.ts';
import type { FuzzTenant } from './fuzz-tenant.ts';
import { bytesOf, describeFailure } from './request-bytes.ts';
import type { DraftRequest } from './requests.ts';
import type { Tally } from './tally.ts';
import { WireClient } from './wire-client.ts';

/** Fires one thing after the other and judges what comes back. */
export interface Shooter<Shot> {
  /** @throws with the request, its answer and what is wrong with it, when anything is. */
  fire(shot: Shot): Promise<void>;
  /** Ends it. @throws when the requests have left something behind. */
  finish(): Promise<void>;
}

export interface LaneOptions {
  tenant: FuzzTenant;
  port: number;
  state: StateReader;
  tally: Tally;
}

/** After this many requests all rows are compared and read again. */
const LOOK_EVERY = 25;

/** One request at a time on a workspace of its own: a row that appears is the doing of the one before. */
export function createLane({ tenant, port, state, tally }: LaneOptions): Shooter<DraftRequest> {
  const client = new WireClient(port);
  let fired = 0;
  let rows: TenantState | null = null;
  let seq = 0;

  /** What is different since the rows were last allowed to change. */
  async function changes(): Promise<string[]> {
    const before = rows;
    rows = await state.rowsOf(tenant.key);
    return before === null ? [] : changesBetween(before, rows);
  }

  async function lookAround(): Promise<void> {
    const changed = await changes();
    if (changed.length > 0) throw new Error(`changed by one of the last requests: ${changed.join(', ')}`);
    await tenant.refill();
    rows = await state.rowsOf(tenant.key);
  }

  return {
    fire: async (draft) => {
      if (fired % LOOK_EVERY === 0 || tenant.bank.isShort()) await lookAround();
      fired += 1;
      const bytes = bytesOf(tenant, draft);
      const target = tenant.bank.resolve(draft.target);
      const exchange = await client.exchange(bytes, draft.method);
      const answer = exchange.answers[0] ?? { status: 0, headers: {}, body: '' };
      const faults = exchange.isAnswered ? faultsOf(answer, draft.method, target) : ['no answer'];

      const isChange = answer.status >= 200 && answer.status < 300 && !isSafe(draft.method);
      // The cheap look: what changes rows writes an event with them. The platform's reports do too.
      const before = seq;
      seq = await state.seqOf(tenant.key);
      if (isChange) rows = await state.rowsOf(tenant.key);
      else if (seq !== before) faults.push(...(await changes()));
      if (faults.length > 0) throw new Error(describeFailure(faults, bytes, exchange));

      tally.count(draft.operation, answer.status);
      const cursor = /"nextCursor":"([^"]+)"/.exec(answer.body)?.[1];
      if (cursor) tenant.bank.add('cursor', cursor);
      if (isChange && draft.method === 'DELETE') tenant.bank.drop(target);
    },
    finish: async () => {
      client.close();
      const changed = await changes();
      if (changed.length > 0) throw new Error(`changed by one of the last requests: ${changed.join(', ')}`);
    },
  };
}

function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
}
