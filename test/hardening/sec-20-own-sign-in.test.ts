import { describe, expect, it } from 'vitest';
import { addMember } from '../../server/features/people/index.ts';
import { TWO_FACTOR_SECRETS } from '../../server/features/two-factor/index.ts';
import { type Answer, call, OWNER_PASSWORD, signIn } from '../helpers/test-server.ts';
import { codeOf } from '../helpers/two-factor.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const as = (cookie: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  call(`${rig.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
const post = (path: string, body: unknown) => as('', 'POST', path, body);
const cookieOf = (answer: Answer) => String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
const logIn = (email: string) => post('/session', { email, password: OWNER_PASSWORD });

let people = 0;
async function addStaff() {
  people += 1;
  const email = `staff${people}@example.test`;
  const { id } = await addMember(rig.server.container.contextFor(rig.workspace.scope), {
    ...{ name: `Staff ${people}`, email, password: OWNER_PASSWORD, role: 'staff' },
  });
  return { id, email, cookie: await signIn(rig.server, email, OWNER_PASSWORD) };
}

async function enrol(cookie: string) {
  const started = await as(cookie, 'POST', '/session/two-factor', { password: OWNER_PASSWORD });
  const secret = started.body.secret as string;
  const confirmed = await as(cookie, 'POST', '/session/two-factor/confirm', { code: codeOf(secret, -1) });
  expect(confirmed.status, JSON.stringify(confirmed.body)).toBe(200);
  return { secret, recoveryCodes: confirmed.body.recoveryCodes as string[] };
}

describe('SEC-20: the own password', () => {
  it('is changed by every role, with the old one; other sessions end, and the log has it', async () => {
    const { id, email, cookie } = await addStaff();
    const other = await signIn(rig.server, email, OWNER_PASSWORD);
    const change = (currentPassword: string, newPassword: string) =>
      as(cookie, 'POST', '/session/password', { currentPassword, newPassword });
    const wrong = await change('not the password', 'a much better password');
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'invalid_credentials']);
    expect((await change(OWNER_PASSWORD, 'password1234')).body.error.code).toBe('password_too_common');
    expect((await change(OWNER_PASSWORD, 'a much better password')).body).toEqual({ changed: true });
    expect((await as(cookie, 'GET', '/session')).status, 'this session stays').toBe(200);
    expect((await as(other, 'GET', '/session')).status, 'the other one ends').toBe(401);
    expect((await logIn(email)).status).toBe(401);
    const entry = (await rig.workspace.dashboard('GET', '/audit-log')).body.data[0];
    expect(entry).toMatchObject({ action: 'member.password_changed', actor: { id }, target: { id } });
  });
});

describe('SEC-20: the second factor', () => {
  it('is asked for at sign-in; a code and a recovery code work once', async () => {
    const { id, email, cookie } = await addStaff();
    const { secret, recoveryCodes } = await enrol(cookie);
    expect(recoveryCodes).toHaveLength(10);

    const first = await logIn(email);
    expect(first.body).toEqual({ secondStep: 'code', challenge: expect.stringMatching(/^sic_/) });
    expect(first.headers.get('set-cookie'), 'there is no session yet').toBeNull();
    const finish = (challenge: string, code: string) => post('/session/second-step', { challenge, code });
    const { challenge } = first.body;
    expect((await finish(challenge, codeOf(secret, -1))).body.error.code, 'used before').toBe('code_invalid');
    const code = codeOf(secret);
    const done = await finish(challenge, code);
    expect([done.status, done.body.user?.id]).toEqual([201, id]);
    expect((await as(cookieOf(done), 'GET', '/session')).status).toBe(200);
    expect((await finish(challenge, codeOf(secret, 1))).body.error.code, 'once').toBe('sign_in_expired');

    const replayed = (await logIn(email)).body.challenge;
    expect((await finish(replayed, code)).body.error.code, 'a seen code is worthless').toBe('code_invalid');
    const [recovery = ''] = recoveryCodes;
    expect((await finish(replayed, recovery.toUpperCase())).status).toBe(201);
    const again = (await logIn(email)).body.challenge;
    expect((await finish(again, recovery)).body.error.code).toBe('code_invalid');
    expect((await as(cookie, 'GET', '/session/two-factor')).body.recoveryCodesLeft).toBe(9);
    const actions = (await rig.workspace.dashboard('GET', '/audit-log')).body.data.map(
      (entry: { action: string }) => entry.action,
    );
    expect(actions).toEqual(
      expect.arrayContaining(['member.two_factor_enabled', 'member.recovery_code_used']),
    );
  });

  it('has five attempts for each password, then a delay, and is stored sealed', async () => {
    const { email, cookie } = await addStaff();
    const { secret, recoveryCodes } = await enrol(cookie);
    const { challenge } = (await logIn(email)).body;
    const codes: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      codes.push((await post('/session/second-step', { challenge, code: '000000' })).body.error.code);
    }
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'code_invalid'), 'sign_in_expired']);
    const next = (await logIn(email)).body.challenge;
    const waiting = await post('/session/second-step', { challenge: next, code: codeOf(secret, 1) });
    expect(waiting.status, 'a new challenge does not help').toBe(429);

    const [row] = await rig.server.container.database.select<{ sealed: Buffer; hash: Buffer }>(
      `/* system: test */ SELECT f.secret_sealed AS sealed, r.code_hash AS hash FROM two_factors f
       JOIN recovery_codes r ON r.user_id = f.user_id LIMIT 1`,
    );
    expect(row?.sealed.includes(secret)).toBe(false);
    expect(recoveryCodes.some((code) => row?.hash.includes(code))).toBe(false);
    expect(TWO_FACTOR_SECRETS.table).toBe('two_factors');
  });

  it('confirms a session with a code of the app, once, and counts with the password', async () => {
    const { email, cookie } = await addStaff();
    const confirm = async (body: object) => {
      const { status, body: answer } = await as(cookie, 'POST', '/session/confirm', body);
      return status === 200 ? Object.keys(answer) : answer.error.code;
    };
    expect(await confirm({ code: '123456' })).toBe('two_factor_not_enabled');
    const { secret, recoveryCodes } = await enrol(cookie);
    expect(await confirm({ code: codeOf(secret, -1) }), 'turned the second factor on').toBe('code_invalid');
    const own = 'user_id = (SELECT id FROM users WHERE email = :email)';
    await rig.server.container.database.run(
      `/* system: test */ UPDATE sessions SET confirmed_at = UTC_TIMESTAMP(3) - INTERVAL 6 MINUTE WHERE ${own}`,
      { email },
    );
    expect(await confirm({ code: ` ${codeOf(secret).replace(/^.../, '$& ')} ` })).toEqual(['confirmedUntil']);
    const [session] = await rig.server.container.database.select<{ seconds: number }>(
      `/* system: test */ SELECT TIMESTAMPDIFF(SECOND, MAX(confirmed_at), UTC_TIMESTAMP(3)) AS seconds
       FROM sessions WHERE ${own}`,
      { email },
    );
    expect(Number(session?.seconds)).toBeLessThan(120);
    expect(await confirm({ code: codeOf(secret) }), 'used before').toBe('code_invalid');
    expect(await confirm({ code: recoveryCodes[0] }), 'only for signing in').toBe('code_invalid');
    expect(await confirm({ code: codeOf(secret, 1), password: OWNER_PASSWORD })).toBe('validation_failed');
    for (const body of [{ password: 'wrong one' }, { code: '000000' }, { password: 'wrong again' }]) {
      expect(await confirm(body)).toBe('password' in body ? 'invalid_credentials' : 'code_invalid');
    }
    expect(await confirm({ code: codeOf(secret, 1) }), 'after five attempts of both kinds').toBe(
      'rate_limited',
    );
    expect(await confirm({ password: OWNER_PASSWORD })).toBe('rate_limited');
  });

  it('can be turned off with the password and a code, and reset by an admin', async () => {
    const { email, id, cookie } = await addStaff();
    const { secret, recoveryCodes } = await enrol(cookie);
    const off = (password: string, code: string) =>
      as(cookie, 'POST', '/session/two-factor/disable', { password, code });
    expect((await off('not the password', codeOf(secret))).body.error.code).toBe('invalid_credentials');
    expect((await off(OWNER_PASSWORD, recoveryCodes[1] ?? '')).body.isEnabled).toBe(false);
    expect((await logIn(email)).body.user.id).toBe(id);

    await enrol(cookie);
    expect((await as(cookie, 'DELETE', `/members/${id}/two-factor`)).status, 'not by staff').toBe(403);
    expect((await rig.workspace.dashboard('DELETE', `/members/${id}/two-factor`)).body).toEqual({
      reset: true,
    });
    expect((await logIn(email)).body.user.id).toBe(id);
  });

  it('is required of everyone when an owner says so; API keys still work', async () => {
    const { email, cookie } = await addStaff();
    const rule = (isRequired: boolean) =>
      rig.workspace.dashboard('PUT', '/workspace/two-factor', { isRequired });
    expect((await rule(true)).body.error.code).toBe('own_two_factor_first');
    const owner = await signIn(rig.server, rig.workspace.email, OWNER_PASSWORD);
    await enrol(owner);
    expect((await rule(true)).body).toEqual({ isRequired: true });
    expect((await as(cookie, 'GET', '/session')).status, 'sessions without it end').toBe(401);
    expect((await as(owner, 'GET', '/session')).status).toBe(200);
    expect((await rig.workspace.api('GET', '/contacts')).status).toBe(200);

    const asked = await logIn(email);
    expect(asked.body.secondStep).toBe('enrol');
    expect(asked.headers.get('set-cookie')).toBeNull();
    const { challenge } = asked.body;
    const skipped = await post('/session/second-step', { challenge, code: '000000' });
    expect(skipped.body.error.code).toBe('sign_in_expired');
    const { secret } = (await post('/session/enrolment', { challenge })).body;
    const done = await post('/session/enrolment/confirm', { challenge, code: codeOf(secret) });
    expect(done.status, JSON.stringify(done.body)).toBe(201);
    expect(done.body.recoveryCodes).toHaveLength(10);
    expect((await as(cookieOf(done), 'GET', '/session')).status).toBe(200);
    const off = { password: OWNER_PASSWORD, code: done.body.recoveryCodes[0] };
    const refused = await as(cookieOf(done), 'POST', '/session/two-factor/disable', off);
    expect(refused.body.error.code).toBe('two_factor_required');
  });
});
