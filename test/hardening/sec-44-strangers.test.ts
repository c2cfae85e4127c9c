import { expect, it } from 'vitest';
import { parkedOf } from '../helpers/inbound.ts';
import { callbackOf, envelope, eventually, textMessage } from '../helpers/platform.ts';
import { call, createWorkspace, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpCallbacks } from '../helpers/workspace-rig.ts';

const { rig, post: postSigned } = setUpCallbacks();

/** Returns everything that people of the workspace can see of the platform's calls. */
async function seen() {
  const [channel, audit, parked, { seq }] = await Promise.all([
    rig.workspace.dashboard('GET', '/cloud-api').then(({ body }) => body.checks),
    rig.workspace.dashboard('GET', '/audit-log').then(({ body }) => body.data),
    parkedOf(rig.workspace),
    lastEvent(),
  ]);
  return { channel, audit, parked, seq };
}

/** Events reach the screens, and raise notifications there. */
async function lastEvent(): Promise<{ seq: number }> {
  const [row] = await rig.server.container.database.select<{ seq: number }>(
    'SELECT COALESCE(MAX(seq), 0) AS seq FROM events WHERE tenant_id = :tenantId',
    { tenantId: rig.workspace.scope.key },
  );
  return { seq: Number(row?.seq) };
}

const shake = (token: string, workspace = rig.workspace) =>
  call(`${callbackOf(rig.server, workspace)}?hub.mode=subscribe&hub.challenge=1&hub.verify_token=${token}`);

it('SEC-44: handshakes and callbacks of strangers are counted, and nothing that people see changes', async () => {
  const before = await seen();
  for (const token of ['wrong', '', encodeURIComponent(`${rig.workspace.verifyToken}x`)])
    expect((await shake(token)).status).toBe(403);
  expect((await call(callbackOf(rig.server, rig.workspace))).status).toBe(403);
  const body = envelope({ messages: [textMessage('15550100001', 'forged')] });
  for (const signature of ['', 'sha256=00', `sha256=${'0'.repeat(64)}`]) {
    const answer = await postSigned(body, { 'x-hub-signature-256': signature });
    expect(answer.status).toBe(401);
  }
  // A handshake with the right token is noted after those before it.
  expect((await shake(encodeURIComponent(rig.workspace.verifyToken))).status).toBe(200);
  const after = await eventually(async () => {
    const now = await seen();
    return (
      now.channel.some(
        ({ name, succeededAt }: { name: string; succeededAt: string }) => name === 'callback' && succeededAt,
      ) && now
    );
  });
  const withoutHandshake = (checks: { name: string }[]) => checks.filter(({ name }) => name !== 'callback');
  expect(withoutHandshake(after.channel)).toEqual(withoutHandshake(before.channel));
  expect(after.channel.find(({ name }: { name: string }) => name === 'callback').failedAt).toBeNull();
  expect([after.audit, after.parked]).toEqual([before.audit, before.parked]);

  const metrics = await rig.server.container.metrics.text();
  expect(metrics).toMatch(/switchboard_handshakes_total\{outcome="wrong"\} 4/);
  expect(metrics).toMatch(/switchboard_handshakes_total\{outcome="right"\} 1/);
  expect(metrics).toMatch(/switchboard_callback_duration_seconds_count\{outcome="refused"\} 3/);
});

it('SEC-44: a check is stored for the right token alone', async () => {
  const [asked, other] = [await createWorkspace(rig.server), await createWorkspace(rig.server)];
  const isChecked = async ({ dashboard }: TestWorkspace) => {
    const { checks } = (await dashboard('GET', '/cloud-api')).body;
    return checks.some(
      ({ name, succeededAt, failedAt }: Record<string, unknown>) =>
        name === 'callback' && (succeededAt !== null || failedAt !== null),
    );
  };
  const stored = await rig.server.countStatements(/INTO channel_checks/, async () => {
    expect((await shake('wrong', asked)).status).toBe(403);
    // Work for the wrong token would have begun before this.
    expect((await shake(encodeURIComponent(other.verifyToken), other)).status).toBe(200);
    await eventually(() => isChecked(other));
  });
  expect(stored).toBe(1);
  expect(await isChecked(asked)).toBe(false);
});
