import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { isTransient } from '../../server/db/database-errors.ts';
import { type Json, type Messaging, startMessaging } from './messaging.ts';
import { eventually } from './platform.ts';
import { trippedStatements } from './sql-tripwire.ts';
import type { Answer } from './test-server.ts';

/** A workspace with the test number, whose owner rehearses. */
export interface RehearsalRig {
  readonly messaging: Messaging;
  /** The id of the owner. */
  readonly me: string;
  dashboard(method: string, path: string, body?: object): Promise<Answer>;
  /** Starts a rehearsal of the owner. */
  start(scripts: string[], more?: object): Promise<Answer>;
  read(id: string): Promise<Json>;
  customerOf(id: string, script: string): Promise<Json>;
  /** Runs a statement, in which `:t` is the workspace. */
  run(sql: string, bindings?: Record<string, unknown>): Promise<unknown>;
  /** Runs a statement that may be the victim of a deadlock, since workers change the same rows. */
  tryRun(sql: string): Promise<void>;
  /** Lets customers take their next steps at once, until something is so. */
  soon<T>(check: () => Promise<T | undefined | null | false>): Promise<T>;
  /** Ends the pause after the last line of each customer whose lines have all arrived. */
  endPauses(id: string): Promise<void>;
  /** Waits until a rehearsal has ended, and returns it. */
  whenEnded(id: string): Promise<Json>;
  /** Waits until a customer has written, and returns the conversation. */
  conversationOf(id: string, script: string, messages?: number): Promise<Json>;
  readConversation(id: string): Promise<Json>;
  say(conversationId: string, content: string): Promise<Answer>;
  /** Returns the texts of a thread in their order. */
  textsOf(phone: string, direction: string): Promise<string[]>;
}

function ignoreTransient(error: unknown): void {
  if (!isTransient(error)) throw error;
}

/** Starts it before the tests of the file and stops it after them. No rehearsal outlives its test. */
export function setUpRehearsals(env: Record<string, string> = {}): RehearsalRig {
  let messaging: Messaging;
  let me: string;
  beforeAll(async () => {
    messaging = await startMessaging(env);
    me = (await dashboard('GET', '/colleagues')).body.data[0].id;
  });
  afterAll(async () => {
    await messaging.stop();
    expect(trippedStatements).toEqual([]);
  });
  afterEach(async () => {
    for (const { id, isRunning } of (await dashboard('GET', '/rehearsals')).body.data)
      if (isRunning) await dashboard('POST', `/rehearsals/${id}/stop`);
  });

  const dashboard = (method: string, path: string, body?: object) =>
    messaging.workspace.dashboard(method, path, body);
  const read = async (id: string): Promise<Json> => (await dashboard('GET', `/rehearsals/${id}`)).body;
  const customerOf = async (id: string, script: string): Promise<Json> =>
    (await read(id)).customers.find((one: Json) => one.script === script);
  const readConversation = async (id: string): Promise<Json> =>
    (await dashboard('GET', `/conversations/${id}`)).body.conversation;
  const textsOf = async (phone: string, direction: string): Promise<string[]> =>
    (await messaging.history(phone))
      .filter((message: Json) => message.direction === direction)
      .toReversed()
      .map(({ content, caption }: Json) => content ?? caption);

  const run = (sql: string, bindings: Record<string, unknown> = {}): Promise<unknown> =>
    messaging.server.container.database.run(sql, {
      ...bindings,
      t: messaging.workspace.scope.key,
    } as never);

  async function tryRun(sql: string): Promise<void> {
    await run(sql).catch(ignoreTransient);
  }

  /** Makes the next steps of all customers due. */
  function hurry(): Promise<void> {
    // The pause after the last line stays: the line has to arrive before its conversation is closed.
    return tryRun(`UPDATE rehearsal_customers SET due_at = UTC_TIMESTAMP(3)
      WHERE tenant_id = :t AND due_at < UTC_TIMESTAMP(3) + INTERVAL 9 SECOND
        AND NOT (final IS NOT NULL AND next_lines = '[]')`);
  }

  function soon<T>(check: () => Promise<T | undefined | null | false>): Promise<T> {
    return eventually(async () => {
      await hurry();
      messaging.server.wake();
      return check();
    });
  }

  async function endPauses(id: string): Promise<void> {
    for (const { conversationId, messages } of (await read(id)).customers) {
      if (!conversationId) continue;
      const phone = (await readConversation(conversationId)).contact.phone.replace('+', '');
      if ((await textsOf(phone, 'inbound')).length < messages) continue;
      await run(
        `UPDATE rehearsal_customers SET due_at = UTC_TIMESTAMP(3)
         WHERE tenant_id = :t AND phone = :phone AND final IS NOT NULL AND next_lines = '[]' AND due_at IS NOT NULL`,
        { phone },
      ).catch(ignoreTransient);
    }
  }

  return {
    get messaging() {
      return messaging;
    },
    get me() {
      return me;
    },
    dashboard,
    start: (scripts, more = {}) =>
      dashboard('POST', '/rehearsals', {
        ...{ scripts, language: 'en', pace: 'busy', minutes: 10, memberIds: [me] },
        ...more,
      }),
    ...{ read, customerOf, readConversation, textsOf, run, tryRun, soon, endPauses },
    whenEnded: (id) =>
      soon(async () => {
        const found = await read(id);
        if (!found.isRunning) return found;
        await endPauses(id);
        return null;
      }),
    async conversationOf(id, script, messages = 1) {
      const customer = await soon(async () => {
        const found = await customerOf(id, script);
        return found.conversationId && found.messages >= messages ? found : null;
      });
      return readConversation(customer.conversationId);
    },
    say: (conversationId, content) =>
      dashboard('POST', `/conversations/${conversationId}/messages`, { clientId: randomUUID(), content }),
  };
}
