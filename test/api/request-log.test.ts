import { describe, expect, it } from 'vitest';
import type { LoggedRequest } from '../../shared/contract/request-log.contract.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';
import { setUpWorkspace } from '../helpers/workspace-rig.ts';

const rig = setUpWorkspace();
const PHONE = '15550107788';

async function logged(query = ''): Promise<LoggedRequest[]> {
  await rig.server.container.requestLog.flush();
  const { body } = await rig.workspace.dashboard('GET', `/api-requests?limit=100${query}`);
  return body.data;
}

const api = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(`${rig.server.url}/api/v1${path}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { ...bearer(rig.workspace.key), ...headers },
  });

describe('the log of requests', () => {
  it('has the requests of a key with what an integrator looks for', async () => {
    const name = { 'x-request-id': 'my-request-0001', 'idempotency-key': 'order-1234' };
    const made = await api('POST', '/contacts', { phone: PHONE }, name);
    expect(made.status).toBe(201);
    await api('POST', '/contacts', { phone: 'x', nmae: 'typo' });
    await api('GET', `/contacts/${made.body.id}`);
    await call(`${rig.server.url}/api/v1/contacts`, { headers: bearer('svc_wrong') });
    const [third, second, first, ...others] = await logged();
    expect(others).toEqual([]);
    expect(first).toMatchObject({
      method: 'POST',
      path: '/api/v1/contacts',
      status: 201,
      requestId: 'my-request-0001',
      idempotencyKey: 'order-1234',
      errorCode: null,
      ip: expect.stringContaining('127.0.0.1'),
      key: { isDeleted: false },
    });
    expect(second).toMatchObject({ status: 400, errorCode: 'validation_failed' });
    expect(second?.invalidFields).toContain('phone');
    expect(third).toMatchObject({ path: `/api/v1/contacts/${made.body.id}`, status: 200 });
  });

  it('has refused keys that are known', async () => {
    const { body } = await rig.workspace.dashboard('POST', '/api-keys', {
      name: 'elsewhere',
      allowedAddresses: ['203.0.113.1'],
    });
    await call(`${rig.server.url}/api/v1/me`, { headers: bearer(body.key) });
    expect(await logged(`&keyId=${body.apiKey.id}`)).toMatchObject([
      { status: 403, errorCode: 'address_not_allowed', key: { name: 'elsewhere', isDeleted: false } },
    ]);
    await rig.workspace.dashboard('DELETE', `/api-keys/${body.apiKey.id}`);
    expect((await logged(`&keyId=${body.apiKey.id}`))[0]?.key.isDeleted).toBe(true);
    expect(await logged('&keyId=nonsense')).toEqual([]);
  });

  it('is filtered and paged', async () => {
    for (let index = 0; index < 3; index += 1) await api('GET', '/templates?limit=2');
    await api('DELETE', '/contacts/ct_01jd3m2n4p5q6r7s8t9v0w1x2y');
    const deleted = await logged('&method=DELETE');
    expect(deleted.map(({ status, errorCode }) => [status, errorCode])).toEqual([[404, 'contact_not_found']]);
    expect((await logged('&outcome=refused')).every(({ status }) => status >= 400)).toBe(true);
    expect(await logged('&outcome=failed')).toEqual([]);
    const found = async (search: string) => (await logged(`&search=${encodeURIComponent(search)}`)).length;
    expect(await found('my-request-0001')).toBe(1);
    expect(await found('order-1234')).toBe(1);
    expect(await found('contact_not_found')).toBe(1);
    expect(await found('404')).toBe(1);
    expect(await found('/templates')).toBe(3);
    expect(await found('%')).toBe(0);
    // The columns are ASCII.
    expect([await found('¡'), await found('\u0001é')]).toEqual([0, 0]);
    const first = await rig.workspace.dashboard('GET', '/api-requests?limit=2&search=/templates');
    const cursor = encodeURIComponent(first.body.nextCursor);
    const second = await rig.workspace.dashboard(
      'GET',
      `/api-requests?limit=2&search=/templates&cursor=${cursor}`,
    );
    expect([first.body.data.length, second.body.data.length, second.body.nextCursor]).toEqual([2, 1, null]);
  });

  it('is of one workspace', async () => {
    const other = await createWorkspace(rig.server);
    await call(`${rig.server.url}/api/v1/me`, { headers: bearer(other.key) });
    await rig.server.container.requestLog.flush();
    const { body } = await other.dashboard('GET', '/api-requests');
    expect(body.data.map(({ path }: LoggedRequest) => path)).toEqual(['/api/v1/me']);
  });

  it('never holds a phone number, wherever a program put it', async () => {
    await api('GET', `/messages/${PHONE}`);
    await api('GET', `/contacts?search=${PHONE}`);
    await api('GET', `/conversations/%2B${PHONE}`, undefined, {
      'x-request-id': `req-${PHONE}`,
      'idempotency-key': `+${PHONE}`,
    });
    await api('POST', '/messages/send', { contactId: PHONE, type: 'text', content: 'hello' });
    await api('POST', '/contacts', { [PHONE]: PHONE, phone: PHONE });
    await rig.server.container.requestLog.flush();
    const rows = await rig.server.container.database.select(
      '/* system: test */ SELECT method, path, request_id, idempotency_key, fields, error_code FROM api_requests',
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(JSON.stringify(rows)).not.toContain(PHONE);
  });

  it('is bounded in days and in rows', async () => {
    const { container } = rig.server;
    await container.requestLog.flush();
    const before = (await logged()).length;
    await container.database.run(
      `/* system: test */ UPDATE api_requests SET created_at = UTC_TIMESTAMP(3) - INTERVAL 31 DAY
       WHERE path = '/api/v1/templates?limit'`,
    );
    await container.housekeeping.pass();
    expect(await logged()).toHaveLength(before - 3);
  });
});
