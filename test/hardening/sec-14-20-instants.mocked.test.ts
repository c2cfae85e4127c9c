import * as argon2 from '@node-rs/argon2';
import { type Connection, createConnection } from 'mysql2/promise';
import { describe, expect, it, vi } from 'vitest';
import { createResetLink } from '../../server/features/people/index.ts';
import type { Context } from '../../server/kernel/context/context.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { AppError } from '../../shared/domain/errors.ts';
import { call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash) };
});

const rig = setUpWorkspace({ RATE_LIMIT_LOGIN_PER_MINUTE: '100' });

/** Waits until a change of a member waits for the transaction of this connection. */
async function waitForLock(connection: Connection): Promise<void> {
  const waiting = async () => {
    const [rows] = await connection.query(
      "SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE '%users%' AND time_ms > 50 AND id <> CONNECTION_ID() AND command <> 'Sleep'",
    );
    return (rows as unknown[]).length;
  };
  await expect.poll(waiting).toBeGreaterThan(0);
}

it('SEC-14: a sign-in that the server was too busy to check is no guess', async () => {
  const email = 'busy@example.com';
  await rig.workspace.addMember({ name: 'Ana', email, password: OWNER_PASSWORD, role: 'staff' });
  const signIn = () =>
    call(`${rig.server.url}/api/dashboard/session`, {
      method: 'POST',
      body: { email, password: OWNER_PASSWORD },
    });
  for (let tries = 0; tries < 8; tries += 1) {
    vi.mocked(argon2.hash).mockRejectedValueOnce(new AppError('unavailable'));
    expect((await signIn()).status).toBe(503);
  }
  expect((await signIn()).status).toBe(201);
});

it('SEC-14: a password that the server was too busy to check again is no guess', async () => {
  const confirm = () => rig.workspace.dashboard('POST', '/session/confirm', { password: OWNER_PASSWORD });
  for (let tries = 0; tries < 8; tries += 1) {
    vi.mocked(argon2.hash).mockRejectedValueOnce(new AppError('unavailable'));
    expect((await confirm()).status).toBe(503);
  }
  expect((await confirm()).status).toBe(200);
});

describe('SEC-20: while a password is being checked, a reset is stored', () => {
  const NEW_PASSWORD = 'seven grey herons';
  const at = (path: string, body: object, cookie = '') =>
    call(`${rig.server.url}/api/dashboard${path}`, { method: 'POST', headers: { cookie }, body });

  /** Adds a member, and makes the next password that is checked wait until they have reset theirs. */
  async function resetDuringTheNext(email: string) {
    const given = { name: 'Ria', email, password: OWNER_PASSWORD, role: 'staff' };
    const { id } = await rig.workspace.addMember(given);
    const { body } = await rig.workspace.dashboard('POST', `/members/${id}/reset-link`);
    const token = new URL(body.url).hash.slice(1);
    const { hash } = await vi.importActual<typeof argon2>('@node-rs/argon2');
    const prepare = () =>
      vi.mocked(argon2.hash).mockImplementationOnce(async (...input) => {
        const reset = await at('/access-links/reset-password', { token, password: NEW_PASSWORD });
        expect(reset.status, JSON.stringify(reset.body)).toBe(200);
        return hash(...input);
      });
    return { id, prepare };
  }

  it('the sign-in with the old password is refused', async () => {
    const email = 'ria@example.com';
    const { prepare } = await resetDuringTheNext(email);
    prepare();
    const old = await at('/session', { email, password: OWNER_PASSWORD });
    expect([old.status, old.body.error?.code]).toEqual([401, 'invalid_credentials']);
    expect((await at('/session', { email, password: NEW_PASSWORD })).status).toBe(201);
  });

  it('another change of it changes nothing', async () => {
    const email = 'rui@example.com';
    const { prepare } = await resetDuringTheNext(email);
    const cookie = await signIn(rig.server, email, OWNER_PASSWORD);
    prepare();
    const input = { currentPassword: OWNER_PASSWORD, newPassword: 'eleven green geese' };
    expect((await at('/session/password', input, cookie)).status).toBe(401);
    expect((await at('/session', { email, password: NEW_PASSWORD })).status).toBe(201);
  });
});

it('SEC-20: a rename in the same instant does not undo a demotion', async () => {
  const { server, workspace } = rig;
  const given = { name: 'Max', email: 'max@example.com', password: OWNER_PASSWORD, role: 'admin' };
  const member = await workspace.addMember(given);
  const demotion = await createConnection({ uri: server.databaseUrl });
  try {
    await demotion.beginTransaction();
    await demotion.execute("UPDATE users SET role = 'staff' WHERE id = ?", [decodeId(member.id)]);
    const renamed = workspace.dashboard('PATCH', `/members/${member.id}`, { name: 'Maximilian' });
    await waitForLock(demotion);
    await demotion.commit();
    expect((await renamed).body).toMatchObject({
      role: 'staff',
      name: 'Maximilian',
    });
  } finally {
    await demotion.end();
  }
});

it('SEC-20: a reset link waits for a promotion of the member in the same instant', async () => {
  const { server, workspace } = rig;
  const member = await workspace.addMember({
    name: 'Leo',
    email: 'leo@example.com',
    password: OWNER_PASSWORD,
    role: 'admin',
  });
  const operator = server.container.contextFor(workspace.scope);
  const admin = { ...operator, actor: { kind: 'user', role: 'admin' } } as unknown as Context;
  const promotion = await createConnection({ uri: server.databaseUrl });
  try {
    await promotion.beginTransaction();
    await promotion.execute("UPDATE users SET role = 'owner' WHERE id = ?", [decodeId(member.id)]);
    const link = createResetLink(admin, server.url, member.id).catch((error: unknown) => error);
    await waitForLock(promotion);
    await promotion.commit();
    expect(await link).toMatchObject({ code: 'forbidden' });
  } finally {
    await promotion.end();
  }
});
