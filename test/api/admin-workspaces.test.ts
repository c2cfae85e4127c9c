import { describe, expect, it } from 'vitest';
import { CREATE_TENANT, setUpAdmin } from '../helpers/admin.ts';
import { openScreenOf, shows } from '../helpers/screen.ts';
import { call, signIn } from '../helpers/test-server.ts';
import { codeOf } from '../helpers/two-factor.ts';

const rig = setUpAdmin();
const { admin, ok, fails } = rig;

describe('tenant create, member add', () => {
  it('creates a workspace whose owner can sign in, and prints what connecting it needs', async () => {
    const made = await ok(`${CREATE_TENANT} Ann@Example.com`);
    expect(Object.keys(made)).toEqual(['tenantId', 'verifyToken', 'callbackUrl', 'ownerId']);
    expect(made.callbackUrl).toBe(`${rig.server.url}/api/v1/webhook/${made.tenantId}`);
    const query = `hub.mode=subscribe&hub.challenge=42&hub.verify_token=${made.verifyToken}`;
    expect((await call(`${made.callbackUrl}?${query}`)).body).toBe(42);
    const cookie = await signIn(rig.server, 'ann@example.com', 'long-enough-1');
    const session = await call(`${rig.server.url}/api/dashboard/session`, { headers: { cookie } });
    expect(session.body.user).toMatchObject({ id: made.ownerId, name: 'ann', role: 'owner' });
  });

  it('sets and changes the default country of phone numbers', async () => {
    const { tenantId } = await ok(`${CREATE_TENANT} rosa@example.test --country BR`);
    const cookie = await signIn(rig.server, 'rosa@example.test', 'long-enough-1');
    const country = async () =>
      (await call(`${rig.server.url}/api/dashboard/session`, { headers: { cookie } })).body.workspace
        .defaultCountry;
    expect(await country()).toBe('BR');
    const set = `tenant set --tenant ${tenantId} --json --country`;
    expect(await ok(`${set} DE`)).toEqual({ tenantId, defaultCountry: 'DE' });
    expect(await country()).toBe('DE');
    await ok(`${set} none`);
    expect(await country()).toBeNull();
    expect(await fails(`${set} Brazil`)).toMatchObject({ details: [{ path: '--country' }] });
  });

  it('adds members of every role, and rejects a duplicate email address', async () => {
    const { tenantId } = await ok(`${CREATE_TENANT} boss@example.test`);
    for (const role of ['owner', 'admin', 'staff']) {
      const member = `member add --tenant ${tenantId} --email ${role}@acme.test --password long-enough-1 --role ${role} --json`;
      expect(await ok(member)).toMatchObject({ email: `${role}@acme.test`, role });
      expect(await fails(member)).toMatchObject({
        code: 'member_email_taken',
        details: [{ path: '--email' }],
      });
    }
  });
});

it('open dashboards show what a command changes', async () => {
  const { tenantId } = await ok(`${CREATE_TENANT} watcher@example.test`);
  const { socket, events } = await openScreenOf(rig.server, 'watcher@example.test', 'long-enough-1');
  const member = `member add --tenant ${tenantId} --email newcomer@acme.test --password long-enough-1 --role staff --json`;
  const { id } = await ok(member);
  await expect.poll(() => shows(events, id), { timeout: 5_000 }).toBe(true);
  socket.disconnect();
});

describe('member reset-two-factor', () => {
  it('lets an owner who has lost the app sign in with the password alone', async () => {
    const email = 'locked-out@example.test';
    const password = 'long-enough-1';
    const { tenantId, ownerId } = await ok(`${CREATE_TENANT} ${email}`);
    const at = (path: string, body: object, cookie = '') =>
      call(`${rig.server.url}/api/dashboard/session${path}`, { method: 'POST', body, headers: { cookie } });
    const cookie = await signIn(rig.server, email, password);
    const { secret } = (await at('/two-factor', { password }, cookie)).body;
    expect((await at('/two-factor/confirm', { code: codeOf(secret) }, cookie)).status).toBe(200);
    expect((await at('', { email, password })).body.secondStep).toBe('code');

    const reset = (address: string) =>
      `member reset-two-factor --tenant ${tenantId} --email ${address} --json`;
    expect(await fails(reset('nobody@example.test'))).toMatchObject({ code: 'member_not_found' });
    const elsewhere = await ok(`${CREATE_TENANT} not-theirs@example.test`);
    expect(await fails(reset(email).replace(tenantId, elsewhere.tenantId))).toMatchObject({
      code: 'member_not_found',
    });
    expect((await at('', { email, password })).body.secondStep, 'nothing is reset yet').toBe('code');

    expect(await ok(reset(email.toUpperCase()))).toEqual({ id: ownerId, reset: true });
    expect((await at('', { email, password })).body.user?.id).toBe(ownerId);
    expect(await fails(reset(email))).toMatchObject({ code: 'two_factor_not_enabled' });
    const log = await call(`${rig.server.url}/api/dashboard/audit-log`, { headers: { cookie } });
    expect(log.body.data[0]).toMatchObject({
      action: 'member.two_factor_reset',
      actor: { kind: 'operator' },
      target: { id: ownerId },
    });
  });
});

describe('tenant list, key list', () => {
  it('list the ids that other commands need, without secrets', async () => {
    const { tenantId } = await ok(`${CREATE_TENANT} lister@example.test`);
    const key = await ok(`key create --tenant ${tenantId} --name ci --json`);
    const { data: tenants } = await ok('tenant list --json');
    expect(tenants.find((one: { tenantId: string }) => one.tenantId === tenantId)).toEqual({
      tenantId,
      name: 'Acme',
      isDemo: false,
      createdAt: expect.stringMatching(/Z$/),
    });
    const keys = await ok(`key list --tenant ${tenantId} --json`);
    expect(keys).toMatchObject({ data: [{ id: key.id, name: 'ci', permissions: ['all'] }] });
    expect(JSON.stringify(keys)).not.toContain(key.key);
    expect((await admin('tenant list')).output).toContain(`${tenantId}  Acme  false  `);
  });
});

describe('the callback URL', () => {
  const set = (env: Record<string, string>) => admin(`${CREATE_TENANT} warned@example.test`, env);
  it('prints a warning only if the platform cannot reach it', async () => {
    const real = { GRAPH_URL: 'https://graph.facebook.com' };
    const loopback = await set({ ...real, PUBLIC_URL: 'http://127.0.0.1:4000' });
    expect(loopback.notes).toMatch(
      /^Warning: WhatsApp cannot reach http:\/\/127\.0\.0\.1:4000: .*PUBLIC_URL=https/,
    );
    expect(Object.keys(JSON.parse(loopback.output))).toHaveLength(4);
    const plain = await set({ ...real, PUBLIC_URL: 'http://crm.example.com' });
    expect(plain.notes).toMatch(/without https, as http:\/\/crm\.example\.com is/);
    expect((await set({ ...real, PUBLIC_URL: 'https://crm.example.com' })).notes).toBe('');
    expect((await set({ PUBLIC_URL: 'http://127.0.0.1:4000' })).notes, 'the sandbox is here too').toBe('');
  });
});
