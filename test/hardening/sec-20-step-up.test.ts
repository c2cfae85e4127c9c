import { describe, expect, it } from 'vitest';
import { dashboardApi } from '../../shared/contract/index.ts';
import { call, OWNER_PASSWORD, signIn, type TestWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';
import { routesOf } from '../tenancy/contract-routes.ts';

/** Routes that change something without asking for the password, each with the reason. */
const UNCONFIRMED: Readonly<Record<string, string>> = {
  'POST /webhook-listeners': 'nothing leaves the server',
  'PUT /webhook-listeners/{id}': 'only how the server answers itself',
  'DELETE /webhook-listeners/{id}': 'a listener and what it got, which is removed after a day anyway',
  'POST /contacts': 'can be undone',
  'POST /broadcasts': 'confirmed on the screen; messages of templates that the platform approved',
  'POST /broadcasts/{id}/pause': 'can be undone',
  'POST /broadcasts/{id}/resume': 'goes on with what was confirmed',
  'POST /broadcasts/{id}/cancel': 'stops at once in an emergency',
  'POST /broadcasts/{id}/retry': 'the same messages to the same people',
  'POST /segments': 'a filter that can be made again',
  'PATCH /segments/{id}': 'a filter that can be made again',
  'DELETE /segments/{id}': 'a filter that can be made again',
  'POST /broadcast-preview': 'stores nothing',
  'POST /broadcast-test': 'one message of a template to one person',
  'PUT /broadcast-settings': 'can be undone',
  'POST /automation-rules': 'can be switched off at once',
  'PUT /automation-rules/{id}': 'can be switched off at once',
  'PUT /automation-rules/{id}/position': 'can be undone',
  'PUT /automation-rules/{id}/enabled': 'can be undone',
  'DELETE /automation-rules/{id}': 'confirmed on the screen; messages stay',
  'POST /automation-test': 'stores nothing',
  'POST /contacts/{id}/merge': 'keeps all data',
  'POST /contacts/{id}/merge/undo': 'keeps all data',
  'POST /contacts/{id}/conversation': 'opens a conversation',
  'POST /template-sync': 'only reads from the platform',
  'PATCH /contacts/{id}': 'can be undone',
  'PUT /cloud-api/setup/step': 'position in the setup',
  'POST /cloud-api/checks': 'only checks',
  'POST /cloud-api/subscription': 'only to the callback address of this server',
  'POST /cloud-api/number/code-requests': 'sends a code to the owner of the number',
  'POST /cloud-api/number/code': 'needs the code that was sent',
  'DELETE /api-keys/{id}/previous': 'takes access away, at once in an emergency',
  'DELETE /api-keys/{id}': 'takes access away, at once in an emergency; a new key needs the password',
  'PATCH /inference-keys/{id}': 'a name',
  'DELETE /inference-keys/{id}': 'takes access away, at once in an emergency; a new key needs the password',
  'DELETE /invitations/{id}': 'takes access away',
  'POST /members/{id}/sign-out': 'takes access away',
  'DELETE /session/devices/{id}': 'takes access away, of the own sessions',
  'POST /session/devices/sign-out-others': 'takes access away, of the own sessions',
  'DELETE /models/{id}': 'the file can be downloaded again',
  'DELETE /models/{id}/download': 'the downloaded part is kept',
  'PUT /prompt-log-settings': 'can be undone',
  'PATCH /workspace': 'can be undone',
  'PATCH /welcome': 'can be undone',
  'POST /welcome/test-phone': 'only where no number is connected',
  'PUT /contacts/{id}': 'can be undone',
  'POST /contacts/batch': 'can be undone',
  'POST /contact-fields': 'can be undone',
  'POST /contact-imports': 'only reads a file',
  'POST /contact-actions': 'can be undone',
  'POST /contact-actions/{id}/undo': 'keeps all data',
  'POST /contact-imports/{id}/check': 'only checks',
  'POST /contact-imports/{id}/commit': 'can be undone',
  'POST /contact-imports/{id}/cancel': 'keeps all data',
  'POST /contact-imports/{id}/rejected': 'rows of an own file',
  'DELETE /contact-imports/{id}': 'the page asks; no contact is lost',
  'PATCH /contact-fields/{id}': 'can be undone',
  'PUT /business-hours': 'can be undone',
  'PUT /assignment': 'can be undone',
  'PATCH /assist': 'can be undone',
  'PUT /saved-replies/{id}/answers-alone': 'can be undone',
  'POST /assist/outcomes': 'counts only',
  'POST /assist/qualification': 'can be repeated',
  'DELETE /assist/qualification': 'can be repeated',
  'POST /reply-proposals/rounds': 'only looks',
  'POST /reply-proposals/{id}/accept': 'can be undone',
  'DELETE /reply-proposals/{id}': 'the page asks; no answer is lost',
  'POST /rehearsals': 'only simulated customers',
  'POST /rehearsals/{id}/stop': 'can be repeated',
  'DELETE /rehearsals/{id}': 'the page asks; only simulated customers are lost',
  'POST /replays': 'only compares',
  'POST /replays/{id}/cancel': 'can be repeated',
  'PUT /contacts/{id}/assist': 'can be undone',
  'PUT /contact-duplicates': 'can be undone',
  'PUT /activity': 'about oneself',
  'PUT /availability': 'about oneself',
  'PATCH /notifications/{id}': 'can be undone',
  'POST /notifications/read': 'a mark',
  'PUT /drafts/{conversationId}': 'an own draft',
  'POST /reminders': 'about oneself',
  'PATCH /reminders/{id}': 'about oneself',
  'DELETE /reminders/{id}': 'about oneself',
  'POST /contacts/{id}/text-checks': 'only checks',
  'POST /saved-views': 'can be undone',
  'PATCH /saved-views/{id}': 'can be undone',
  'DELETE /saved-views/{id}': 'the page asks; no conversation is lost',
  'POST /saved-replies': 'can be undone',
  'PATCH /saved-replies/{id}': 'can be undone',
  'DELETE /saved-replies/{id}': 'the page asks; no message is lost',
  'POST /saved-replies/{id}/uses': 'a count',
  'POST /labels': 'can be undone',
  'PATCH /labels/{id}': 'can be undone',
  'PATCH /notes/{id}': 'an own note',
  'DELETE /notes/{id}': 'an own note',
  'DELETE /labels/{id}': 'the page asks; no conversation is lost',
};
/** Everyday work, and what happens before or instead of a confirmation. */
const EVERYDAY =
  /^\w+ \/(?:conversations|messages|media|templates|session|setup|access-links|webhook-endpoints\/\{id\}\/(?:pause|resume|test|deliveries|resend|send)|webhook-deliveries|models\/\{id\}\/(?:download|use)|parked-items)(?:\/|-|$)/;

const rig = setUpWorkspace();

const age = (minutes: number) =>
  rig.server.container.database.run(
    `/* system: test */ UPDATE sessions SET confirmed_at = UTC_TIMESTAMP(3) - INTERVAL ${minutes} MINUTE`,
  );
const errorOf = async (answer: ReturnType<TestWorkspace['dashboard']>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};
const REQUIRED = [403, 'confirmation_required'];

describe('every route of the dashboard that changes something', () => {
  const routes = routesOf(dashboardApi).filter(({ method }) => method !== 'GET');
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('%s', (name, route) => {
    const isMarked = route.confirmation !== undefined;
    const isListed = Object.hasOwn(UNCONFIRMED, name) || EVERYDAY.test(name);
    // A new route is marked in its contract, route(…, 'confirmed'), or gets a reason above.
    expect(isMarked || isListed).toBe(true);
    if (isMarked) expect(Object.hasOwn(UNCONFIRMED, name)).toBe(false);
  });
});

it('keys, people, endpoints and deletions ask for the password five minutes after it was entered', async () => {
  const contact = (await rig.workspace.api('POST', '/contacts', { phone: '15550171001' })).body;
  const other = (await rig.workspace.api('POST', '/contacts', { phone: '15550171002' })).body;
  const { body: hook } = await rig.workspace.dashboard('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com/in',
  });
  await age(6);
  for (const [method, path, body] of [
    ['POST', '/api-keys', { name: 'x' }],
    ['POST', '/inference-keys', { name: 'x' }],
    ['POST', '/invitations', { email: 'x@example.test', role: 'owner' }],
    ['POST', '/webhook-endpoints', { url: 'https://thief.example/in' }],
    ['PATCH', `/webhook-endpoints/${hook.endpoint.id}`, { url: 'https://thief.example/in' }],
    ['POST', `/webhook-endpoints/${hook.endpoint.id}/secret`, undefined],
    ['POST', `/webhook-endpoints/${hook.endpoint.id}/rotate-secret`, {}],
    ['POST', `/members/${rig.workspace.ownerId}/reset-link`, undefined],
    ['DELETE', `/contacts/${contact.id}`, undefined],
    ['PUT', '/cloud-api/setup/token', { accessToken: 'x' }],
  ] as const) {
    expect(await errorOf(rig.workspace.dashboard(method, path, body)), path).toEqual(REQUIRED);
  }
  // Programs have no person who could confirm.
  expect((await rig.workspace.api('DELETE', `/contacts/${other.id}`)).status).toBe(200);
  // A description is no new address.
  const path = `/webhook-endpoints/${hook.endpoint.id}`;
  expect((await rig.workspace.dashboard('PATCH', path, { description: 'x' })).status).toBe(200);

  expect(
    await errorOf(rig.workspace.dashboard('POST', '/session/confirm', { password: 'wrong one' })),
  ).toEqual([401, 'invalid_credentials']);
  expect(await errorOf(rig.workspace.dashboard('POST', '/api-keys', { name: 'x' }))).toEqual(REQUIRED);
  const confirmed = await rig.workspace.dashboard('POST', '/session/confirm', { password: OWNER_PASSWORD });
  expect(confirmed.status).toBe(200);
  expect((await rig.workspace.dashboard('POST', '/api-keys', { name: 'x' })).status).toBe(201);
  expect((await rig.workspace.dashboard('DELETE', `/contacts/${contact.id}`)).status).toBe(200);
  await rig.workspace.dashboard('DELETE', path);
});

it('a confirmation counts for its own session only', async () => {
  const cookie = await signIn(rig.server, rig.workspace.email, OWNER_PASSWORD);
  await age(6);
  await rig.workspace.dashboard('POST', '/session/confirm', { password: OWNER_PASSWORD });
  const url = `${rig.server.url}/api/dashboard/api-keys`;
  const hijacked = await call(url, { method: 'POST', body: { name: 'x' }, headers: { cookie } });
  expect([hijacked.status, hijacked.body.error?.code]).toEqual(REQUIRED);
});

it('a second factor of everyone is no longer required only with the password', async () => {
  await age(6);
  expect(
    await errorOf(rig.workspace.dashboard('PUT', '/workspace/two-factor', { isRequired: false })),
  ).toEqual(REQUIRED);
  await age(0);
});

it('the headers of an endpoint never go to another host', async () => {
  const headers = [{ name: 'authorization', value: 'Bearer of-theirs' }];
  const { body } = await rig.workspace.dashboard('POST', '/webhook-endpoints', {
    url: 'https://hooks.example.com/in',
    headers,
  });
  const path = `/webhook-endpoints/${body.endpoint.id}`;
  const samePlace = await rig.workspace.dashboard('PATCH', path, { url: 'https://hooks.example.com/other' });
  expect(samePlace.body.headers).toEqual([{ name: 'authorization' }]);
  const kept = await rig.workspace.dashboard('PATCH', path, {
    url: 'https://thief.example/in',
    headers: [{ name: 'authorization' }],
  });
  expect(kept.body.error.details).toEqual([
    { path: 'headers.0.value', message: 'is required: the host has changed' },
  ]);
  const moved = await rig.workspace.dashboard('PATCH', path, { url: 'https://thief.example/in' });
  expect([moved.body.url, moved.body.headers]).toEqual(['https://thief.example/in', []]);
  // Going back does not bring them back.
  const back = await rig.workspace.dashboard('PATCH', path, { url: 'https://hooks.example.com/in' });
  expect(back.body.headers).toEqual([]);
});

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
    expect(await errorOf(rig.workspace.dashboard('POST', '/invitations', one))).toEqual([
      409,
      'invitation_limit_reached',
    ]);
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
