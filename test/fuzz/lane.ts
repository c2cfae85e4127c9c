import { inspect } from 'node:util';
import { changesBetween, type StateReader, type TenantState } from '../helpers/tenant-state.ts';
import { problemsOf } from './check-answer.ts';
import type { FuzzTenant } from './fuzz-tenant.ts';
import { bytesOf, describeFailure } from './request-bytes.ts';
import type { DraftRequest } from './requests.ts';
import type { Tally } from './tally.ts';
import { WireClient } from './wire-client.ts';

/** Sends requests one at a time and checks the responses. */
export interface Sender<Draft> {
  /** @throws with the request, its response and the problems, if there are any. */
  send(draft: Draft): Promise<void>;
  /** Closes the connection. @throws if the requests have changed something they should not have. */
  finish(): Promise<void>;
}

export interface LaneOptions {
  tenant: FuzzTenant;
  port: number;
  state: StateReader;
  tally: Tally;
}

/** After this many requests, all rows are compared and read again. */
const COMPARE_EVERY = 25;

/** How much of each earlier request a failure shows. */
const LINE_LENGTH = 200;

/** Sends one request at a time to its own workspace, so that a new row was caused by the last request. */
export function createLane({ tenant, port, state, tally }: LaneOptions): Sender<DraftRequest> {
  const client = new WireClient(port);
  let sentCount = 0;
  let rows: TenantState | null = null;
  let seq = 0;
  /** Why the workspace cannot be refilled any more. */
  let stuck: Error | null = null;
  /** The requests since the rows were last compared, with their statuses, for the message of a failure. */
  let sent: string[] = [];

  /** Returns what has changed since rows were last allowed to change. */
  async function changes(): Promise<string[]> {
    const before = rows;
    rows = await state.rowsOf(tenant.key);
    return before === null ? [] : changesBetween(before, rows);
  }

  async function failIfChanged(): Promise<void> {
    const changed = await changes();
    if (changed.length === 0) return;
    const newest = await state.newestOf(tenant.key);
    throw new Error(
      afterRequests(`changed by one of the last requests: ${changed.join(', ')} (newest: ${newest})`),
    );
  }

  /** Returns the sentence with the requests since the rows were last compared. */
  function afterRequests(sentence: string): string {
    return [sentence, ...sent.map((line) => `  ${line}`)].join('\n');
  }

  /**
   * Compares, refills and reads the rows. A refill that fails has already written, so every later request
   * fails with its error: when a failure is shrunk, its writes must not count as changes of requests.
   */
  async function compareRows(): Promise<void> {
    await failIfChanged();
    try {
      await tenant.refill();
    } catch (error) {
      stuck = new Error(afterRequests(`the workspace was not refilled: ${inspect(error)}, after`));
      throw stuck;
    }
    sent = [];
    rows = await state.rowsOf(tenant.key);
  }

  return {
    send: async (draft) => {
      if (stuck) throw stuck;
      if (sentCount % COMPARE_EVERY === 0 || tenant.bank.isShort()) await compareRows();
      sentCount += 1;
      const bytes = bytesOf(tenant, draft);
      const target = tenant.bank.resolve(draft.target);
      const exchange = await client.exchange(bytes, draft.method);
      const answer = exchange.answers[0] ?? { status: 0, headers: {}, body: '' };
      sent.push(`${answer.status} ${draft.method} ${target}`.slice(0, LINE_LENGTH));
      const problems = exchange.isAnswered ? problemsOf(answer, draft.method, target) : ['no answer'];

      const isChange = answer.status >= 200 && answer.status < 300 && !isSafe(draft.method);
      // The cheap check: every change of rows writes an event. So do the platform's reports.
      const before = seq;
      seq = await state.seqOf(tenant.key);
      if (isChange) rows = await state.rowsOf(tenant.key);
      else if (seq !== before) {
        const changed = await changes();
        if (changed.length > 0) changed.push(`newest: ${await state.newestOf(tenant.key)}`);
        problems.push(...changed);
      }
      if (problems.length > 0) throw new Error(describeFailure(problems, bytes, exchange));

      tally.count(draft.operation, answer.status);
      const cursor = /"nextCursor":"([^"]+)"/.exec(answer.body)?.[1];
      if (cursor) tenant.bank.add('cursor', cursor);
      if (isChange && draft.method === 'DELETE') tenant.bank.drop(target);
    },
    finish: async () => {
      client.close();
      await failIfChanged();
    },
  };
}

function isSafe(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method);
}
