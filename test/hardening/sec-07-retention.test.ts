import { expect, it } from 'vitest';
import { newKey } from '../../server/kernel/ids.ts';
import { run } from '../../server/kernel/tenancy/rows.ts';
import { call, OWNER_PASSWORD } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const ctx = () => rig.server.container.contextFor(rig.workspace.scope);
const count = async (table: string) => {
  const [row] = await rig.server.container.database.select<{ n: number }>(
    `/* system: test */ SELECT COUNT(*) AS n FROM ${table}`,
  );
  return Number(row?.n);
};

it('SEC-07: a person has at most 50 sessions, and the oldest end', async () => {
  await run(
    ctx(),
    `INSERT INTO sessions (id, tenant_id, user_id, token_hash, user_agent, created_at, last_seen_at, expires_at)
     SELECT UNHEX(LEFT(SHA2(CONCAT('s', a.seq), 256), 32)), tenant_id, user_id, UNHEX(SHA2(CONCAT('s', a.seq), 256)), '',
       UTC_TIMESTAMP(3) - INTERVAL a.seq HOUR, UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY
     FROM sessions JOIN (SELECT o.n + 10 * t.n + 1 AS seq FROM
       (SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4
        UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) o,
       (SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5) t) a
     WHERE tenant_id = :tenantId`,
  );
  expect(await count('sessions')).toBe(61);
  const body = { email: rig.workspace.email, password: OWNER_PASSWORD };
  expect((await call(`${rig.server.url}/api/dashboard/session`, { method: 'POST', body })).status).toBe(201);
  expect(await count('sessions')).toBe(50);
  const [oldest] = await rig.server.container.database.select<{ hours: number }>(
    `/* system: test */ SELECT MAX(TIMESTAMPDIFF(HOUR, created_at, UTC_TIMESTAMP(3))) AS hours FROM sessions`,
  );
  expect(Number(oldest?.hours)).toBe(48);
});

it('SEC-07: revoked API keys, the usage of inference keys and deleted people are kept for 400 days', async () => {
  const days = [399, 401];
  for (const age of days) {
    const keyId = newKey();
    await run(
      ctx(),
      `INSERT INTO api_keys (id, tenant_id, name, key_hash, key_version, hint, permissions, created_at, revoked_at)
       VALUES (:keyId, :tenantId, 'old', UNHEX(SHA2(:age, 256)), 1, 'abcd', 'all', UTC_TIMESTAMP(3),
         UTC_TIMESTAMP(3) - INTERVAL :age DAY)`,
      { keyId, age },
    );
    await run(
      ctx(),
      `INSERT INTO api_key_usage (key_id, tenant_id, last_used_at)
       VALUES (:keyId, :tenantId, UTC_TIMESTAMP(3) - INTERVAL :age DAY)`,
      { keyId, age },
    );
    await run(
      ctx(),
      `INSERT INTO inference_key_usage (tenant_id, key_id, day) VALUES (:tenantId, :keyId, UTC_DATE() - INTERVAL :age DAY)`,
      { keyId, age },
    );
    await run(
      ctx(),
      `INSERT INTO erased_people (tenant_id, person, erased_at)
       VALUES (:tenantId, UNHEX(SHA2(:age, 256)), UTC_TIMESTAMP(3) - INTERVAL :age DAY)`,
      { age },
    );
  }
  await rig.server.container.housekeeping.pass();
  // The key of the workspace is live.
  expect(await count('api_keys')).toBe(2);
  for (const table of ['api_key_usage', 'inference_key_usage', 'erased_people'])
    expect(await count(table), table).toBe(1);
  const metrics = await rig.server.container.metrics.text();
  for (const table of rig.server.container.housekeeping.steps)
    expect(metrics).toContain(`housekeeping_last_success_timestamp_seconds{step="${table}"}`);
});
