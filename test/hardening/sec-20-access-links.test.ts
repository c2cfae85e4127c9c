import { describe, expect, it } from 'vitest';
import { call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

/** Links that let people in, and what ends them and the sign-ins. */
const rig = setUpWorkspace();

describe('an invitation', () => {
  const post = (path: string, body: object) =>
    call(`${rig.server.url}/api/dashboard${path}`, { method: 'POST', body });
  const invite = async (email: string) => {
    const { body } = await rig.workspace.dashboard('POST', '/invitations', { email, role: 'staff' });
    const url = new URL(body.link.url);
    expect([url.pathname, url.search]).toEqual(['/invitation', '']);
    return { id: body.invitation.id as string, token: url.hash.slice(1) };
  };
  const password = 'seven grey herons';

  it('works once, and only before it expires, is revoked or replaced', async () => {
    const { token } = await invite('new@people.test');
    const opened = await post('/access-links/open', { token });
    expect(opened.body).toMatchObject({ kind: 'invitation', email: 'new@people.test', role: 'staff' });
    const accepted = await post('/access-links/accept', { token, name: 'New', password });
    expect(accepted.body.session.user).toMatchObject({ email: 'new@people.test', role: 'staff' });
    expect(accepted.headers.get('set-cookie')).toContain('sid=');
    const again = await post('/access-links/accept', { token, name: 'Again', password });
    expect([again.status, again.body.error.code]).toEqual([404, 'access_link_invalid']);

    const revoked = await invite('revoked@people.test');
    await rig.workspace.dashboard('DELETE', `/invitations/${revoked.id}`);
    const replaced = await invite('twice@people.test');
    await invite('twice@people.test');
    const late = await invite('late@people.test');
    await rig.server.container.database.run(
      `/* system: test */ UPDATE access_links SET expires_at = UTC_TIMESTAMP(3) WHERE email = 'late@people.test'`,
    );
    for (const { token } of [revoked, replaced, late]) {
      expect((await post('/access-links/accept', { token, name: 'No', password })).status).toBe(404);
    }
    const { data } = (await rig.workspace.dashboard('GET', '/invitations')).body;
    expect(data.map((one: { state: string }) => one.state)).toEqual(['expired', 'pending', 'accepted']);
    const actions = (await rig.workspace.dashboard('GET', '/audit-log')).body.data.map(
      (entry: { action: string }) => entry.action,
    );
    expect(actions).toEqual(expect.arrayContaining(['member.invited', 'member.invitation_revoked']));
    expect(JSON.stringify(rig.server.logs)).not.toContain(token);
  });

  it('is accepted by one of two requests that arrive together', async () => {
    const { token } = await invite('race@people.test');
    const answers = await Promise.all(
      ['One', 'Two'].map((name) => post('/access-links/accept', { token, name, password })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 404]);
  });

  it('cannot be followed by an unlimited number of others', async () => {
    // As if 50 had been sent a minute ago.
    const rows = Array.from(
      { length: 50 },
      (_, index) =>
        `(UNHEX(LEFT(SHA2('link ${index}', 256), 32)), :tenantId, 'invitation', UNHEX(SHA2('link ${index}', 256)), 'n${index}@people.test',
          'staff', 'Owner', UTC_TIMESTAMP(3), UTC_TIMESTAMP(3) + INTERVAL 1 DAY)`,
    );
    await rig.server.container.database.run(
      `INSERT INTO access_links (id, tenant_id, kind, token_hash, email, role, created_by_name, created_at, expires_at)
       VALUES ${rows.join(', ')}`,
      { tenantId: rig.workspace.scope.key },
    );
    const one = { email: 'one-more@people.test', role: 'staff' };
    const { status, body } = await rig.workspace.dashboard('POST', '/invitations', one);
    expect([status, body.error?.code]).toEqual([409, 'invitation_limit_reached']);
    await rig.server.container.database.run('DELETE FROM access_links WHERE tenant_id = :tenantId', {
      tenantId: rig.workspace.scope.key,
    });
  });

  it('ends with its sender, removed or demoted, as do the reset links that they created', async () => {
    const { id, email } = await rig.workspace.addMember({
      ...{ name: 'Ada', email: 'ada@people.test', password, role: 'admin' },
    });
    const other = await rig.workspace.addMember({
      ...{ name: 'Bo', email: 'bo@people.test', password, role: 'staff' },
    });
    /** What Ada leaves behind: an invitation and a reset link. */
    const leave = async () => {
      const cookie = await signIn(rig.server, email, password);
      const ask = (path: string, body?: object) =>
        call(`${rig.server.url}/api/dashboard${path}`, { method: 'POST', headers: { cookie }, body });
      const invitation = await ask('/invitations', { email: 'back@people.test', role: 'admin' });
      const reset = await ask(`/members/${other.id}/reset-link`);
      return [invitation.body.link.url, reset.body.url].map((url) => new URL(url).hash.slice(1));
    };
    const opened = (tokens: string[]) =>
      Promise.all(tokens.map(async (token) => (await post('/access-links/open', { token })).status));
    const role = (role: string) => rig.workspace.dashboard('PATCH', `/members/${id}`, { role });

    const beforePromotion = await leave();
    await role('owner');
    expect(await opened(beforePromotion), 'after a promotion').toEqual([200, 200]);
    const beforeDemotion = await leave();
    await role('staff');
    expect(await opened(beforeDemotion), 'after a demotion').toEqual([404, 404]);
    await role('admin');
    const beforeRemoval = await leave();
    expect((await rig.workspace.dashboard('DELETE', `/members/${id}`)).status).toBe(200);
    expect(await opened(beforeRemoval), 'after the removal').toEqual([404, 404]);
  });

  it('a reset link sets a new password once, and ends all sessions', async () => {
    const { id, email } = await rig.workspace.addMember({
      name: 'Ria',
      email: 'ria@people.test',
      password,
      role: 'admin',
    });
    const cookie = await signIn(rig.server, email, password);
    const { body } = await rig.workspace.dashboard('POST', `/members/${id}/reset-link`);
    const token = new URL(body.url).hash.slice(1);
    const reset = await post('/access-links/reset-password', { token, password: 'nine violet otters' });
    expect(reset.body).toEqual({ email });
    expect((await call(`${rig.server.url}/api/dashboard/session`, { headers: { cookie } })).status).toBe(401);
    expect(
      (await post('/access-links/reset-password', { token, password: 'ten amber badgers' })).status,
    ).toBe(404);
    await signIn(rig.server, email, 'nine violet otters');
    // A link that was made for a member does not survive a new role.
    const stale = await rig.workspace.dashboard('POST', `/members/${id}/reset-link`);
    await rig.workspace.dashboard('PATCH', `/members/${id}`, { role: 'owner' });
    const tokenOfStale = new URL(stale.body.url).hash.slice(1);
    expect((await post('/access-links/open', { token: tokenOfStale })).status).toBe(404);
  });
});

it('a new password ends the sign-ins that the old one began, and the reset links', async () => {
  const { id, email } = await rig.workspace.addMember({
    ...{ name: 'Pia', email: 'pia@people.test', password: OWNER_PASSWORD, role: 'staff' },
  });
  const post = (path: string, body: object, cookie = '') =>
    call(`${rig.server.url}/api/dashboard${path}`, { method: 'POST', body, headers: { cookie } });
  const setRule = (since: string) =>
    rig.server.container.database.run(
      `/* system: test */ UPDATE tenants SET two_factor_required_at = ${since} WHERE id = :id`,
      { id: rig.workspace.scope.key },
    );
  /** Begins a sign-in that waits for its second step. */
  const begin = async (password: string): Promise<string> => {
    await setRule('UTC_TIMESTAMP(3)');
    const { body } = await post('/session', { email, password });
    await setRule('NULL');
    return body.challenge;
  };
  const enrol = async (challenge: string) =>
    (await post('/session/enrolment', { challenge })).body.error?.code;
  const linkToken = async () =>
    new URL((await rig.workspace.dashboard('POST', `/members/${id}/reset-link`)).body.url).hash.slice(1);

  const beforeReset = await begin(OWNER_PASSWORD);
  const second = 'nine violet otters';
  await post('/access-links/reset-password', { token: await linkToken(), password: second });
  expect(await enrol(beforeReset), 'after a reset').toBe('sign_in_expired');

  const [beforeChange, link] = [await begin(second), await linkToken()];
  const third = 'ten amber badgers';
  const own = await signIn(rig.server, email, second);
  await post('/session/password', { currentPassword: second, newPassword: third }, own);
  expect(await enrol(beforeChange), 'after a change').toBe('sign_in_expired');
  expect((await post('/access-links/open', { token: link })).status).toBe(404);

  const beforeSignOut = await begin(third);
  await rig.workspace.dashboard('POST', `/members/${id}/sign-out`);
  expect(await enrol(beforeSignOut), 'after a sign-out by an admin').toBe('sign_in_expired');
});

it('a person sees where they are signed in, and ends any of it', async () => {
  const { email } = await rig.workspace.addMember({
    name: 'Dev',
    email: 'dev@people.test',
    password: OWNER_PASSWORD,
    role: 'staff',
  });
  const [here, there] = [
    await signIn(rig.server, email, OWNER_PASSWORD),
    await signIn(rig.server, email, OWNER_PASSWORD),
  ];
  const ask = (method: string, path: string, cookie = here) =>
    call(`${rig.server.url}/api/dashboard${path}`, { method, headers: { cookie } });
  const { data } = (await ask('GET', '/session/devices')).body;
  expect(data.map((one: { isCurrent: boolean }) => one.isCurrent)).toEqual([true, false]);
  expect((await ask('DELETE', `/session/devices/${data[1].id}`)).status).toBe(200);
  expect((await ask('GET', '/session', there)).status).toBe(401);
  await signIn(rig.server, email, OWNER_PASSWORD);
  expect((await ask('POST', '/session/devices/sign-out-others')).body).toEqual({ sessions: 1 });
  expect((await ask('GET', '/session')).status).toBe(200);
});
