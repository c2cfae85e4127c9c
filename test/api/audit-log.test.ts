import { describe, expect, it } from 'vitest';
import { runAdmin } from '../../server/admin/run-admin.ts';
import { credentialsOf } from '../../server/features/channel/index.ts';
import type { AuditEntry } from '../../shared/contract/audit-log.contract.ts';
import { connectWorkspace } from '../helpers/platform.ts';
import { trippedStatements, tripwire } from '../helpers/sql-tripwire.ts';
import { bearer, call, createWorkspace, OWNER_PASSWORD, SECRET_KEY, signIn } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();

async function entries(owner = rig.workspace): Promise<AuditEntry[]> {
  const { status, body } = await owner.dashboard('GET', '/audit-log');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

const newest = async (): Promise<AuditEntry | undefined> => (await entries())[0];
const ownerName = async (): Promise<string> =>
  (await rig.workspace.dashboard('GET', '/session')).body.user.name;

async function admin(...argv: string[]) {
  const outcome = await runAdmin([...argv, '--tenant', rig.workspace.tenantId, '--json'], {
    config: rig.server.container.config,
    readLine: async () => null,
    withRuntime: (use) => use({ databaseUrl: rig.server.databaseUrl, secretKey: SECRET_KEY } as never),
  });
  expect(outcome.exitCode, outcome.output).toBe(0);
  return JSON.parse(outcome.output);
}

describe('the audit log', () => {
  it('records who created and revoked a key, the IP address and the request', async () => {
    const made = await rig.workspace.dashboard('POST', '/api-keys', { name: 'billing' });
    expect(await newest()).toEqual({
      id: expect.stringMatching(/^au_/),
      action: 'api_key.created',
      actor: { kind: 'user', id: rig.workspace.ownerId, name: await ownerName() },
      target: {
        kind: 'api_key',
        id: made.body.apiKey.id,
        label: 'billing',
        labelCode: null,
        labelParams: {},
      },
      ip: expect.stringContaining('127.0.0.1'),
      requestId: made.headers.get('x-request-id'),
      createdAt: expect.any(String),
    });
    const revoked = await rig.workspace.dashboard('DELETE', `/api-keys/${made.body.apiKey.id}`);
    expect(await newest()).toMatchObject({
      action: 'api_key.revoked',
      target: { kind: 'api_key', id: made.body.apiKey.id, label: 'billing' },
      requestId: revoked.headers.get('x-request-id'),
    });
    expect(JSON.stringify(await entries())).not.toContain(made.body.key);
  });

  it('records commands with the operator as the actor', async () => {
    const operator = { kind: 'operator', id: null, name: 'Operator' };
    const key = await admin('key', 'create', '--name', 'from-shell');
    expect(await newest()).toMatchObject({
      action: 'api_key.created',
      actor: operator,
      target: { id: key.id, label: 'from-shell' },
      ip: null,
      requestId: null,
    });
    await admin('key', 'revoke', '--id', key.id);
    expect(await newest()).toMatchObject({ action: 'api_key.revoked', actor: operator });
    await admin(
      'member',
      'add',
      '--email',
      'eve@example.test',
      '--password',
      OWNER_PASSWORD,
      '--role',
      'admin',
    );
    expect(await newest()).toMatchObject({
      action: 'member.added',
      actor: operator,
      target: { kind: 'member', label: 'eve (admin)' },
    });
  });

  it('records added and removed people, changes of their role, and what ends their sessions', async () => {
    const person = { name: 'Ann', email: 'ann@example.test', password: OWNER_PASSWORD, role: 'staff' };
    const body = await rig.workspace.addMember(person);
    await rig.workspace.dashboard('PATCH', `/members/${body.id}`, { name: 'Ann Lee' });
    await rig.workspace.dashboard('PATCH', `/members/${body.id}`, { role: 'staff' });
    await rig.workspace.dashboard('PATCH', `/members/${body.id}`, { role: 'admin' });
    await rig.workspace.dashboard('POST', `/members/${body.id}/reset-link`);
    await rig.workspace.dashboard('POST', `/members/${body.id}/sign-out`);
    await rig.workspace.dashboard('DELETE', `/members/${body.id}`);
    const own = (await entries()).filter((entry) => entry.target.id === body.id);
    expect(own.map(({ action, target }) => `${action}: ${target.label}`).reverse()).toEqual([
      'member.added: Ann (staff)',
      'member.role_changed: Ann Lee (staff → admin)',
      'member.reset_link_created: Ann Lee',
      'member.signed_out: Ann Lee',
      'member.removed: Ann Lee (admin)',
    ]);
    expect(JSON.stringify(own)).not.toMatch(/password"|another good/);
  });

  it('records changes of the platform connection, without its secrets', async () => {
    const before = (await entries()).length;
    await connectWorkspace(rig.server, rig.workspace);
    await connectWorkspace(rig.server, rig.workspace);
    const after = await entries();
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ action: 'cloud_api.changed', target: { kind: 'cloud_api' } });
    const { appSecret, accessToken } =
      (await credentialsOf(rig.server.container.contextFor(rig.workspace.scope))) ?? {};
    expect(JSON.stringify(after)).not.toContain(appSecret);
    expect(JSON.stringify(after)).not.toContain(accessToken);
  });

  it('has no entries for failed requests', async () => {
    const other = await createWorkspace(rig.server);
    const before = await entries(other);
    expect((await other.dashboard('DELETE', `/members/${other.ownerId}`)).body.error.code).toBe('last_owner');
    expect((await other.dashboard('DELETE', '/api-keys/key_00000000000000000000000000')).status).toBe(404);
    expect((await other.dashboard('POST', '/api-keys', { name: '' })).status).toBe(400);
    for (let index = 0; index < 9; index += 1)
      await other.dashboard('POST', '/api-keys', { name: `${index}` });
    expect((await other.dashboard('POST', '/api-keys', { name: 'too many' })).status).toBe(409);
    expect(await entries(other)).toHaveLength(before.length + 9);
  });

  it('is paged by a cursor, newest first, with each entry once', async () => {
    const all = await entries();
    const walked: AuditEntry[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '?limit=2' : `?limit=2&cursor=${cursor}`;
      const { body } = await rig.workspace.dashboard('GET', `/audit-log${query}`);
      walked.push(...body.data);
      cursor = body.nextCursor;
    } while (cursor !== null);
    expect(walked).toEqual(all);
    expect(all.map((entry) => entry.id)).toEqual(
      all
        .map((entry) => entry.id)
        .toSorted()
        .reverse(),
    );
    const other = await createWorkspace(rig.server);
    const { body } = await rig.workspace.dashboard('GET', '/audit-log?limit=2');
    const foreign = await other.dashboard('GET', `/audit-log?cursor=${body.nextCursor}`);
    expect(foreign.body.error.details).toEqual([expect.objectContaining({ path: 'cursor' })]);
  });

  it('is accessible to owners and admins only', async () => {
    const open = async (role: string) => {
      const email = `${role}-reader@example.test`;
      await rig.workspace.addMember({ name: role, email, password: OWNER_PASSWORD, role });
      const cookie = await signIn(rig.server, email, OWNER_PASSWORD);
      return (await call(`${rig.server.url}/api/dashboard/audit-log`, { headers: { cookie } })).status;
    };
    expect(await open('admin')).toBe(200);
    expect(await open('staff')).toBe(403);
    const byKey = await call(`${rig.server.url}/api/v1/audit-log`, { headers: bearer(rig.workspace.key) });
    expect(byKey.status).toBe(404);
  });

  it('is append-only: the tripwire of every test rejects a statement that rewrites it', () => {
    for (const statement of [
      "UPDATE audit_log SET actor_name = 'x' WHERE tenant_id = 1",
      'DELETE FROM `audit_log` WHERE tenant_id = 1',
    ]) {
      expect(() => tripwire(statement)).toThrow('changes the audit log');
      trippedStatements.pop();
    }
  });
});
