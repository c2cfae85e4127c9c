import { describe, expect, it } from 'vitest';
import { DESKTOP_ORIGIN } from '../../shared/domain/desktop.ts';
import { bearer, call, OWNER_PASSWORD } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

const origin = { origin: DESKTOP_ORIGIN, 'sec-fetch-site': 'cross-site' };
const session = () => `${rig.server.url}/api/dashboard/session`;

async function signInFromDesktop() {
  const answer = await call(session(), {
    method: 'POST',
    body: { email: rig.workspace.email, password: OWNER_PASSWORD },
    headers: origin,
  });
  const token = /sid=(ses_[^;]+)/.exec(String(answer.headers.get('set-cookie')))?.[1] ?? '';
  return { answer, token };
}

describe('the desktop app', () => {
  it('identifies the server at an address before anyone signs in', async () => {
    const { status, body } = await call(`${rig.server.url}/api/dashboard/server`);
    expect(status).toBe(200);
    expect(body).toEqual({ product: 'switchboard', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  });

  it('can read responses, without browser credentials; no other origin can', async () => {
    const ours = await call(session(), { headers: origin });
    expect(ours.headers.get('access-control-allow-origin')).toBe(DESKTOP_ORIGIN);
    expect(ours.headers.get('access-control-allow-credentials')).toBeNull();
    for (const other of ['https://evil.example', 'app://bundle.evil', 'null']) {
      const answer = await call(session(), { headers: { origin: other } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
    const preflight = await fetch(session(), { method: 'OPTIONS', headers: origin });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).not.toContain('Authorization');
  });

  it('signs in, works with its token, and signs out', async () => {
    const { answer, token } = await signInFromDesktop();
    expect(answer.status).toBe(201);
    expect(JSON.stringify(answer.body)).not.toContain('ses_');
    const headers = { ...origin, ...bearer(token) };
    expect((await call(session(), { headers })).body.user.email).toBe(rig.workspace.email);
    expect((await call(`${session()}/socket-ticket`, { method: 'POST', headers })).status).toBe(201);
    expect((await call(session(), { method: 'DELETE', headers })).status).toBe(200);
    expect((await call(session(), { headers })).status).toBe(401);
  });

  it('is not signed in with a cookie or an API key', async () => {
    const { token } = await signInFromDesktop();
    expect((await call(session(), { headers: { ...origin, cookie: `sid=${token}` } })).status).toBe(401);
    expect((await call(session(), { headers: bearer(rig.workspace.key) })).status).toBe(401);
  });
});
