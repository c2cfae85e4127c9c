import { describe, expect, it } from 'vitest';
import { setUpIdempotentCalls } from '../helpers/idempotent-calls.ts';
import { eventually } from '../helpers/platform.ts';
import { bearer, call, createWorkspace } from '../helpers/test-server.ts';

const rig = setUpIdempotentCalls();
const { newKey, post, replayed, contactsWith, sendBody, messagesSaying, rowsOf } = rig;

describe('a call that changed nothing', () => {
  it('leaves its key free: the corrected call succeeds', async () => {
    const key = newKey();
    expect((await post('/contacts', { phone: 'x' }, key)).status).toBe(400);
    expect((await post('/contacts', { phone: '15550100100' }, key)).body.error.code).toBe(
      'contact_phone_taken',
    );
    const stranger = { ...sendBody('hi'), contactId: '15550109999' };
    expect((await post('/messages/send', stranger, key)).status).toBe(404);
    expect((await post('/contacts', { phone: '15550100130' }, key)).status).toBe(201);
  });

  it('leaves no row when it was rejected before the handler', async () => {
    const other = await createWorkspace(rig.server);
    const at = (body: unknown, headers: Record<string, string>) =>
      call(`${rig.server.url}/api/v1/contacts`, {
        method: 'POST',
        body,
        headers: { 'idempotency-key': newKey(), ...headers },
      });
    const answers = [
      await at({ phone: '15550100131' }, {}),
      await at('{"phone":', bearer(other.key)),
      await at('phone=1', { ...bearer(other.key), 'content-type': 'text/plain' }),
      await at({ name: 'x'.repeat(300_000) }, bearer(other.key)),
      await at({ phone: 'x' }, bearer(other.key)),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 400, 415, 413, 400]);
    expect(await rowsOf(other)).toBe(0);
  });

  it.each([
    ['two words', 'two words'],
    ['too long', 'x'.repeat(256)],
    ['half a quote', '"open'],
  ])('is rejected when its key is %s', async (_what, key) => {
    const answer = await post('/contacts', { phone: '15550100132' }, key);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'Idempotency-Key' }],
    });
    expect(await contactsWith('15550100132')).toBe(0);
  });
});

describe('an idempotency key', () => {
  const age = (key: 'lease_until' | 'expires_at', interval: string) =>
    rig.server.container.database.run(
      `UPDATE idempotency_keys SET ${key} = ${key} - INTERVAL ${interval} WHERE tenant_id = :tenantId`,
      { tenantId: rig.workspace.scope.key },
    );
  /** Simulates a crash of the server: before the effect's commit, or between the commit and the response. */
  const crash = (extra: string) =>
    rig.server.container.database.run(
      `UPDATE idempotency_keys SET state = 0, lease_until = UTC_TIMESTAMP(3) + INTERVAL 60 SECOND ${extra}
       WHERE tenant_id = :tenantId`,
      { tenantId: rig.workspace.scope.key },
    );

  it('after 24 hours, the key is free again', async () => {
    const key = newKey();
    expect((await post('/contacts', { phone: '15550100140' }, key)).status).toBe(201);
    await age('expires_at', '24 HOUR');
    const later = await post('/contacts', { phone: '15550100141' }, key);
    expect([later.status, replayed(later)]).toEqual([201, null]);
    expect(replayed(await post('/contacts', { phone: '15550100141' }, key))).toBe('true');
  });

  it('after a minute, one call takes over from a call that died before it stored anything', async () => {
    const key = newKey();
    const body = { phone: '15550100142' };
    await post('/contacts', body, key);
    // With the contact's id, the deletion of the contact would erase the response.
    await crash(', status = NULL, body = NULL, contact_id = NULL');
    await rig.workspace.api(
      'DELETE',
      `/contacts/${(await rig.workspace.api('GET', '/contacts?search=15550100142')).body.data[0].id}`,
    );
    expect((await post('/contacts', body, key)).body.error.code).toBe('idempotency_in_progress');
    await age('lease_until', '60 SECOND');
    const answers = await Promise.all(Array.from({ length: 10 }, () => post('/contacts', body, key)));
    const seen = answers.map(({ status, body }) => [status, body.error?.code]);
    expect(
      answers.filter((answer) => answer.status === 201 && replayed(answer) === null),
      JSON.stringify(seen),
    ).toHaveLength(1);
    expect(await contactsWith('15550100142')).toBe(1);
  });

  it('after a minute, the response stored with the effect is returned', async () => {
    const key = newKey();
    const body = { phone: '15550100143' };
    const first = await post('/contacts', body, key);
    await crash('');
    expect((await post('/contacts', body, key)).body.error.code).toBe('idempotency_in_progress');
    await age('lease_until', '60 SECOND');
    const again = await post('/contacts', body, key);
    expect([again.body, replayed(again)]).toEqual([first.body, 'true']);
  });
});

it('a response about a contact that was deleted since is not returned, and the error says what to do', async () => {
  const key = newKey();
  const body = { phone: '15550100144' };
  const { id } = (await post('/contacts', body, key)).body;
  await rig.workspace.api('DELETE', `/contacts/${id}`);
  // A job deletes what is stored of the contact.
  await eventually(async () => (await post('/contacts', body, key)).status === 404);
  expect((await post('/contacts', body, key)).body.error).toMatchObject({
    code: 'contact_not_found',
    message:
      'The contact of the first request with this Idempotency-Key was deleted. Use a new key to run the request again.',
  });
  expect(await contactsWith('15550100144')).toBe(0);
});

describe('a response that waited for the platform', () => {
  it('is stored as it was returned, whatever the message’s status is now', async () => {
    const key = newKey();
    await rig.platform.customerWrites('15550100100', 'hello');
    await eventually(async () => (await messagesSaying('hello')).length > 0);
    // Statuses are reported later, however slow this machine is.
    await rig.platform.configure({ callbackDelayMs: 1_500 });
    const first = await post('/messages/send', sendBody('climbs'), key);
    expect(first.body.status).toBe('sent');
    await eventually(async () => (await messagesSaying('climbs'))[0]?.status === 'delivered');
    expect((await post('/messages/send', sendBody('climbs'), key)).body).toEqual(first.body);
    await rig.platform.configure({ callbackDelayMs: 0 });
  });
});
