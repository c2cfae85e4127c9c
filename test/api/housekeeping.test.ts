import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bindings } from '../../server/db/database.ts';
import type { MediaFiles } from '../../server/features/media/index.ts';
import { mediaRetention } from '../../server/flows/media/sweep-media.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { sweep } from '../helpers/sweep.ts';
import {
  createWorkspace,
  startTestServer,
  type TestServer,
  type TestWorkspace,
} from '../helpers/test-server.ts';

/** Tables without an age limit, each with the reason why it does not grow without bound. */
const KEPT: Readonly<Record<string, string>> = {
  saved_views: '30 per member and 30 per workspace',
  notifications: '500 per member, kept with the contact and the member',
  assignment_rules: 'one row per workspace',
  assist_exclusions: 'kept with its contact',
  assist_settings: 'one row per workspace',
  automation_rules: '50 per workspace',
  drafts: '200 per member, kept with the contact and the member',
  reply_proposals: '20 open and 5 new ones a week at most; what was decided is not proposed again',
  reply_proposal_rounds: 'one row per workspace',
  reply_proposal_sources: '20 per open proposal, kept with the contact and the proposal',
  response_rules: 'one row per workspace',
  rehearsal_customers: 'deleted with their rehearsal, which is kept for 30 days',
  draft_replay_cases: 'deleted with their replay, which is kept for 30 days, or their contact',
  replay_cases: 'deleted with their replay, which is kept for 30 days, or their contact',
  retrieval_versions: 'one row per workspace',
  saved_replies: 'kept until a person deletes the saved reply',
  broadcast_settings: 'one row per workspace',
  broadcast_recipients: '100,000 per broadcast, kept with the contact and the broadcast',
  segments: '100 per workspace',
  broadcasts: 'kept, so that nobody is reached twice by one name; 20 at a time per workspace',
  insight_conversations: 'one row per conversation that is not closed',
  insight_cursors: 'one row per workspace',
  insight_hours: 'some dozen rows per workspace and hour: figures of all years',
  audit_log: 'kept by design: it is only added to (decision 0203)',
  channel_checks: 'one row per workspace',
  channels: 'one row per workspace',
  cloud_api_settings: 'one row per workspace',
  cloud_api_setup: 'one row per workspace',
  contact_blocks: 'one row per 1,000 contacts that were ever created',
  contact_fields: '50 per workspace',
  contact_attributes: 'kept with its contact',
  contact_action_items: 'deleted with their action, which is kept for 30 days',
  contact_import_rows: 'removed with its import',
  contact_identities: 'kept with its contact',
  contact_merges: 'one row per merged contact, kept with the contact that it was merged into',
  distinct_contacts: 'one row of 16 bytes per group that a person has marked as different people',
  contact_suffixes: 'kept with its contact',
  contact_tags: 'kept with its contact',
  contacts: 'kept until a person deletes the contact',
  conversation_labels: '20 per conversation, kept with its contact',
  conversations: 'kept with its contact',
  database_clock: 'one row',
  demo_workspaces: 'one row per demo workspace',
  event_relays: 'one row per workspace',
  first_run: 'one row',
  inference_keys: 'kept until a person deletes the key',
  inference_samples: 'the worker of the model removes its own old samples',
  inference_workers: 'one row per process of the model; the worker removes old ones',
  labels: '200 per workspace',
  media_fetches: 'a fetch is removed when it ends',
  message_indexing: 'one row per workspace, until its messages from before the upgrade are indexed',
  message_words: 'kept with its message',
  messages: 'kept with its contact',
  migration_lock: 'one row',
  migrations: 'one row per migration',
  model_choice: 'one row',
  model_qualifications: 'one row per file of a model that the server has served',
  model_requests: 'one row per model of the catalog',
  notes: '2,000 per conversation, kept with its contact',
  outbound_sends: 'a send is removed after the platform’s response',
  prompt_log_settings: 'one row per workspace',
  recovery_codes: 'a few per person, removed with the person',
  send_pauses: 'one row per workspace',
  secret_key_check: 'one row',
  servers: 'one row per running server; others remove the rows of ended ones',
  setup_codes: 'the newest 16',
  template_syncs: 'one row per workspace',
  templates: 'a copy of the platform’s templates',
  tenant_counters: 'one row per workspace',
  tenants: 'one row per workspace',
  two_factors: 'one row per person',
  unread_mentions: 'one row per member and conversation, removed when it is seen',
  users: 'kept until a person removes the member',
  work_lanes: 'one row per workspace and per webhook endpoint',
};

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
  workspace = await createWorkspace(server);
});
afterAll(() => server.stop());

const run = (sql: string, bindings: Bindings = {}) =>
  server.container.database.run(`/* system: test */ ${sql}`, bindings);
const count = async (table: string, condition = '1 = 1') => {
  const [row] = await server.container.database.select<{ n: number }>(
    `/* system: test */ SELECT COUNT(*) AS n FROM ${table} WHERE ${condition}`,
  );
  return Number(row?.n);
};

/** Returns a derived table of the numbers from 1 to `last`, at most 99,999, on MariaDB and MySQL. */
function numbers(last: number): string {
  const digits =
    '(SELECT 0 AS d UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9)';
  return `(SELECT a.d + 10 * b.d + 100 * c.d + 1000 * d.d + 10000 * e.d AS seq
    FROM ${digits} a, ${digits} b, ${digits} c, ${digits} d, ${digits} e HAVING seq BETWEEN 1 AND ${last}) numbers`;
}

describe('housekeeping', () => {
  it('has a rule for every table of the schema', async () => {
    const tables = await server.container.database.select<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'`,
    );
    const ruled = [...server.container.housekeeping.steps, ...Object.keys(KEPT)];
    expect(ruled.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('removes several batches in one pass, and no rows younger than their limit', async () => {
    const tenantId = workspace.scope.key;
    const before = { events: await count('events'), callbacks: await count('inbound_callbacks') };
    await run(
      `INSERT INTO events (tenant_id, seq, name, payload, created_at)
       SELECT :tenantId, 1000000 + seq, 'test', '{}', UTC_TIMESTAMP(3) - INTERVAL 169 HOUR FROM ${numbers(12000)}`,
      { tenantId },
    );
    await run(
      `INSERT INTO events (tenant_id, seq, name, payload, created_at)
       VALUES (:tenantId, 2000000, 'test', '{}', UTC_TIMESTAMP(3) - INTERVAL 167 HOUR)`,
      { tenantId },
    );
    const callbacks = (state: number, hours: number, rows: number) =>
      run(
        `INSERT INTO inbound_callbacks (id, tenant_id, digest, body, received_at, state)
         SELECT UNHEX(LEFT(SHA2(CONCAT(:seed, seq), 256), 32)), :tenantId, UNHEX(SHA2(CONCAT(:seed, seq), 256)), 'x',
           UTC_TIMESTAMP(3) - INTERVAL ${hours} HOUR, ${state}
         FROM ${numbers(rows)}`,
        { tenantId, seed: randomBytes(8).toString('hex') },
      );
    // Another process holds the lane of the workspace, so that pending callbacks stay pending.
    await run(
      `INSERT INTO work_lanes (id, tenant_id, visible_at) VALUES (:tenantId, :tenantId, UTC_TIMESTAMP(3) + INTERVAL 1 DAY)`,
      { tenantId },
    );
    await callbacks(1, 193, 3_000);
    await callbacks(1, 191, 7);
    await callbacks(0, 193, 5);
    await run(
      `INSERT INTO parked_statuses (id, tenant_id, platform_id, status, report, created_at)
       SELECT UNHEX(LEFT(SHA2(seq, 256), 32)), :tenantId, CONCAT('wamid.', seq), 'sent', '{}',
         UTC_TIMESTAMP(3) - INTERVAL 169 HOUR FROM ${numbers(2500)}`,
      { tenantId },
    );
    await run(
      `INSERT INTO parked_items (id, tenant_id, kind, reason, payload, created_at)
       SELECT UNHEX(LEFT(SHA2(seq, 256), 32)), :tenantId, 'test', 'test', '{}',
         UTC_TIMESTAMP(3) - INTERVAL IF(seq = 1, 89, 91) DAY FROM ${numbers(1500)}`,
      { tenantId },
    );

    await server.container.housekeeping.pass();

    expect(await count('events')).toBe(before.events + 1);
    expect(await count('inbound_callbacks')).toBe(before.callbacks + 12);
    expect(await count('parked_statuses')).toBe(0);
    expect(await count('parked_items')).toBe(1);
    const metrics = await server.container.metrics.text();
    expect(metrics).toMatch(/housekeeping_last_success_timestamp_seconds\{step="events"\} \d{10}/);
    expect(metrics).toMatch(/housekeeping_removed_rows_total\{step="inbound_callbacks"\} 3000\b/);
  }, 60_000);

  it('removes what waits for an endpoint that does not exist any more, and nothing that waits for one that does', async () => {
    const { body } = await workspace.dashboard('POST', '/webhook-endpoints', {
      url: 'https://example.test/in',
    });
    const tenantId = workspace.scope.key;
    const waiting = (endpointId: Buffer) =>
      run(
        `INSERT INTO webhook_deliveries (id, tenant_id, endpoint_id, event_id, type, cause, visible_at, created_at)
         VALUES (:id, :tenantId, :endpointId, :id, 'message.received', 'event', UTC_TIMESTAMP(3) + INTERVAL 1 DAY,
           UTC_TIMESTAMP(3) - INTERVAL 31 DAY)`,
        { id: randomBytes(16), tenantId, endpointId },
      );
    await waiting(randomBytes(16));
    await waiting(decodeId(body.endpoint.id));
    await server.container.housekeeping.pass();
    expect(await count('webhook_deliveries')).toBe(1);
  });

  it('finds old rows with an index in every table that can be large', async () => {
    const plans: [string, string][] = [
      ['events', 'created_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY'],
      ['inbound_callbacks', 'state = 1 AND received_at < UTC_TIMESTAMP(3) - INTERVAL 8 DAY'],
      ['parked_statuses', 'created_at < UTC_TIMESTAMP(3) - INTERVAL 7 DAY'],
      ['parked_items', 'created_at < UTC_TIMESTAMP(3) - INTERVAL 90 DAY'],
      ['sessions', 'expires_at < UTC_TIMESTAMP(3)'],
      ['socket_tickets', 'expires_at < UTC_TIMESTAMP(3)'],
    ];
    const used: Record<string, string | null> = {};
    for (const [table, condition] of plans) {
      const [plan] = await server.container.database.select<{ possible_keys: string | null }>(
        `/* system: test */ EXPLAIN DELETE FROM ${table} WHERE ${condition} LIMIT 1000`,
      );
      used[table] = plan?.possible_keys ?? null;
    }
    expect(used).toEqual({
      events: 'events_age',
      inbound_callbacks: expect.stringContaining('inbound_callbacks_age'),
      parked_statuses: 'parked_statuses_age',
      parked_items: 'parked_items_age',
      sessions: 'sessions_expiry',
      socket_tickets: 'socket_tickets_expiry',
    });
  });

  it('skips a file that cannot be removed, removes all others, and tries again in the next pass', async () => {
    const database = server.container.database;
    const tenantId = workspace.scope.key;
    await run(
      `INSERT INTO media (id, tenant_id, direction, kind, state, mime_type, created_at)
       SELECT UNHEX(LEFT(SHA2(CONCAT('media', seq), 256), 32)), :tenantId, 'outbound', 'image', 'ready', 'image/png',
         UTC_TIMESTAMP(3) - INTERVAL 25 HOUR FROM ${numbers(250)}`,
      { tenantId },
    );
    const [stuck] = await database.select<{ id: Buffer }>(
      'SELECT id FROM media WHERE tenant_id = :tenantId ORDER BY id LIMIT 3, 1',
      { tenantId },
    );
    const cleared: string[] = [];
    const files = {
      clear: async (_scope: unknown, id: Buffer) => {
        if (stuck?.id.equals(id)) throw new Error('access denied');
        cleared.push(id.toString('hex'));
      },
    } as unknown as MediaFiles;
    await expect(sweep(mediaRetention(database, files))).rejects.toThrow(
      '1 unsent files could not be removed',
    );
    expect(cleared).toHaveLength(249);
    expect(await count('media', "state = 'dropped'")).toBe(1);
    await server.container.housekeeping.pass();
    expect(await count('media', "state = 'dropped'")).toBe(0);
  });

  it.each([
    [
      'contact_imports',
      'file_name, format, state, columns_json, mapping, mode, counts',
      "'a.csv', 'csv', 'done', '[]', '{}', 'update', '{}'",
    ],
    [
      'contact_actions',
      'kind, detail, state, total, author, starts_at',
      "'tag', '{}', 'done', 0, '{}', UTC_TIMESTAMP(3)",
    ],
    [
      'rehearsals',
      'language, pace, number_id, members, ended, ends_at',
      "'en', 'calm', '1', '[]', 'finished', UTC_TIMESTAMP(3)",
    ],
  ])(
    'removes all other rows of %s when one cannot be removed, says so once, and tries it again',
    async (table, columns, values) => {
      const tenantId = workspace.scope.key;
      await run(
        `INSERT INTO ${table} (id, tenant_id, created_at, ${columns})
       SELECT UNHEX(LEFT(SHA2(CONCAT('${table}', seq), 256), 32)), :tenantId, UTC_TIMESTAMP(3) - INTERVAL (900 - seq) DAY, ${values}
       FROM ${numbers(130)}`,
        { tenantId },
      );
      // The oldest one: it is on the first page.
      await run(`CREATE TRIGGER stuck BEFORE DELETE ON ${table} FOR EACH ROW
      IF OLD.id = UNHEX(LEFT(SHA2('${table}1', 256), 32)) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'stuck'; END IF`);
      try {
        await server.container.housekeeping.pass();
        expect(await count(table)).toBe(1);
        const lines = server.logs.filter(
          (line) => line.includes('step failed') && line.includes(`"${table}"`),
        );
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(/: 1 .+ could not be removed, the first is [0-9a-f]{32} of [0-9a-z]{26}/);
        expect(lines[0]).toContain('stuck');
      } finally {
        await run('DROP TRIGGER stuck');
      }
      await server.container.housekeeping.pass();
      expect(await count(table)).toBe(0);
    },
  );
});
