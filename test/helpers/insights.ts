import type { Fact } from '../../server/features/insights/figures.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { envelope, eventually, postCallback } from './platform.ts';
import { call, OWNER_PASSWORD, signIn, type TestServer, type TestWorkspace } from './test-server.ts';

/** Returns the steps that tests of figures share. */
export function createInsightSteps(server: TestServer, workspace: TestWorkspace) {
  const { database } = server.container;
  const tenantId = workspace.scope.key;
  const number = async (sql: string, bindings: Record<string, Buffer | string> = {}) => {
    const [row] = await database.select<{ n: number }>(sql, { tenantId, ...bindings });
    return Number(row?.n ?? 0);
  };

  async function cursor() {
    const [row] = await database.select<{ seq: number; latest: number; rebuild: number; shift: number }>(
      `SELECT i.seq, c.seq AS latest, i.rebuild, i.shift_minutes AS shift FROM insight_cursors i
       JOIN tenant_counters c ON c.tenant_id = i.tenant_id WHERE i.tenant_id = :tenantId AND c.tenant_id = :tenantId`,
      { tenantId },
    );
    return row;
  }

  return {
    ctx: { db: database, scope: workspace.scope },
    cursor,

    /** Waits until every event is counted. */
    whenCounted: () =>
      eventually(async () => {
        server.wake();
        const at = await cursor();
        return at !== undefined && Number(at.seq) === Number(at.latest) && at.rebuild === 0;
      }, 20_000),

    /** Sends a report of the platform about a message. */
    report: async (platformId: string, status: string, code?: string) => {
      const errors = code === undefined ? {} : { errors: [{ code: Number(code), title: 'Rejected' }] };
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const report = { id: platformId, status, timestamp, recipient_id: '15550170002', ...errors };
      await postCallback(server, workspace, envelope({ statuses: [report] }));
    },

    facts: () =>
      database.select<Fact>('SELECT kind, at, reason FROM insight_facts WHERE tenant_id = :tenantId', {
        tenantId,
      }),

    /** Returns how many rows name a contact, conversation or message. */
    mentions: async (id: string) => {
      const key = decodeId(id);
      const facts = await number(
        `SELECT COUNT(*) AS n FROM insight_facts WHERE tenant_id = :tenantId
         AND (contact_id = :key OR conversation_id = :key OR subject_id = :key)`,
        { key },
      );
      return (
        facts +
        (await number(
          `SELECT COUNT(*) AS n FROM insight_conversations
           WHERE tenant_id = :tenantId AND (contact_id = :key OR conversation_id = :key)`,
          { key },
        ))
      );
    },

    messageRows: (contactId: string) =>
      number('SELECT COUNT(*) AS n FROM messages WHERE tenant_id = :tenantId AND contact_id = :key', {
        key: decodeId(contactId),
      }),

    countMessages: (direction: 'inbound' | 'outbound') =>
      number(
        `SELECT (SELECT COUNT(*) FROM messages WHERE tenant_id = :tenantId AND direction = :direction)
           + (SELECT COALESCE(SUM(n), 0) FROM insight_hours WHERE tenant_id = :tenantId AND metric = :erased) AS n`,
        { direction, erased: direction === 'inbound' ? 'erased_received' : 'erased_sent' },
      ),

    /** Returns how many messages the server has sent by itself, by why. */
    countOrigins: async (): Promise<Record<string, number>> => {
      const rows = await database.select<{ origin: string; n: number }>(
        'SELECT origin, COUNT(*) AS n FROM messages WHERE tenant_id = :tenantId AND origin IS NOT NULL GROUP BY origin',
        { tenantId },
      );
      return Object.fromEntries(rows.map(({ origin, n }) => [origin, Number(n)]));
    },

    /** Returns how many first responses are messages that nobody wrote. */
    automaticResponses: () =>
      number(
        `SELECT COUNT(*) AS n FROM insight_facts f JOIN messages m ON m.tenant_id = f.tenant_id AND m.id = f.subject_id
         WHERE f.tenant_id = :tenantId AND f.kind = 'first_response'
           AND (m.origin IS NOT NULL OR m.broadcast_id IS NOT NULL)`,
      ),

    /** Calls the dashboard as a person of the role staff. */
    asStaff: async (path: string) => {
      const person = { name: 'Ann', email: 'ann@example.test', password: OWNER_PASSWORD, role: 'staff' };
      await workspace.addMember(person);
      const cookie = await signIn(server, person.email, person.password);
      return call(`${server.url}/api/dashboard${path}`, { headers: { cookie } });
    },
  };
}
