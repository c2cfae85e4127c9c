import * as argon2 from '@node-rs/argon2';
import { createConnection } from 'mysql2/promise';
import { expect, it, vi } from 'vitest';
import { createResetLink } from '../../server/features/people/index.ts';
import type { Context } from '../../server/kernel/context/context.ts';
import { decodeId } from '../../server/kernel/ids.ts';
import { AppError } from '../../shared/domain/errors.ts';
import { call, OWNER_PASSWORD } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof argon2>();
  return { ...real, hash: vi.fn(real.hash) };
});

const rig = setUpWorkspace({ RATE_LIMIT_LOGIN_PER_MINUTE: '100' });

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
    let isOver = false;
    const link = createResetLink(admin, server.url, member.id)
      .catch((error: unknown) => error)
      .finally(() => {
        isOver = true;
      });
    const waits = async () => {
      const [rows] = await promotion.query(
        "SELECT 1 FROM information_schema.processlist WHERE db = DATABASE() AND info LIKE 'SELECT%users%FOR UPDATE%'",
      );
      return isOver || (rows as unknown[]).length > 0;
    };
    await expect.poll(waits).toBe(true);
    await promotion.commit();
    expect(await link).toMatchObject({ code: 'forbidden' });
  } finally {
    await promotion.end();
  }
});
