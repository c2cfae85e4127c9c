import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { CREATE_TENANT, setUpAdmin } from '../helpers/admin.ts';
import { eventually } from '../helpers/platform.ts';
import { bearer, call, signIn } from '../helpers/test-server.ts';

const rig = setUpAdmin();
const { admin, ok, fails } = rig;

describe('demo seed', () => {
  it('fills a workspace that works with the platform, once', async () => {
    const demo = await ok('demo seed --json');
    expect(demo.phones).toEqual(['15550100123', '447700900141', '15550100177']);
    expect(statSync(join(rig.dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(rig.dataDir, 'demo.json'), 'utf8')).apiKey).toBe(demo.apiKey);

    const cookie = await signIn(rig.server, demo.email, demo.password);
    const inbox = await call(`${rig.server.url}/api/dashboard/conversations?limit=100`, {
      headers: { cookie },
    });
    expect(inbox.body.data).toHaveLength(40);
    const headers = bearer(demo.apiKey);
    const contacts = await call(`${rig.server.url}/api/v1/contacts?limit=1`, { headers });
    expect(contacts.body.pagination.total).toBe(60);

    await rig.platform.customerWrites('15550100123', 'Still open?');
    await eventually(async () => {
      const history = await call(`${rig.server.url}/api/v1/messages/15550100123?limit=1`, { headers });
      return history.body.data[0].content === 'Still open?' && history.body.pagination.total === 26;
    });

    expect(await ok('demo seed --json')).toEqual(demo);
    const { output: help } = await admin('--help');
    expect(help).toContain('tenant');
    expect(help, 'demo seed is for the launcher').not.toContain('demo');
    const chat = await rig.platform.control(
      'GET',
      `/accounts/${demoAccount.phoneNumberId}/chats/15550100123/messages`,
    );
    expect(chat.body.data).toHaveLength(26);
  });

  it('returns no password after the owner has changed it', async () => {
    const demo = await ok('demo seed --json');
    const cookie = await signIn(rig.server, demo.email, demo.password);
    const ask = (method: string, path: string, body?: object) =>
      call(`${rig.server.url}/api/dashboard${path}`, { method, body, headers: { cookie } });
    const { user } = (await ask('GET', '/session')).body;
    const link = await ask('POST', `/members/${user.id}/reset-link`);
    const token = new URL(link.body.url).hash.slice(1);
    const changed = await ask('POST', '/access-links/reset-password', {
      token,
      password: 'a password of my own',
    });
    expect(changed.status).toBe(200);
    expect(await ok('demo seed --json')).toEqual({ ...demo, password: null });
  });

  it('is not counted as a workspace that shares the model with another one', async () => {
    const { email } = await ok('demo seed --json');
    expect(email).toBeTruthy();
    const reasonFor = async (owner: string) => {
      const cookie = await signIn(rig.server, owner, 'long-enough-1');
      const models = await call(`${rig.server.url}/api/dashboard/models`, { headers: { cookie } });
      expect(models.status).toBe(200);
      return models.body.reasonCode;
    };
    await ok(`${CREATE_TENANT} own@example.test`);
    // No model is served in this test: nothing else is in the way.
    expect(await reasonFor('own@example.test')).toBe('no_worker');
    await ok(`${CREATE_TENANT} second@example.test`);
    expect(await reasonFor('own@example.test')).toBe('several_workspaces');
  });

  it('stores nothing when the platform is unavailable', async () => {
    const error = await fails('demo seed --json', {
      GRAPH_URL: 'http://127.0.0.1:9',
      DATA_DIR: `${rig.dataDir}/none`,
    });
    expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('npm run demo') });
    expect(statSync(`${rig.dataDir}/none`, { throwIfNoEntry: false })).toBeUndefined();
  });
});
