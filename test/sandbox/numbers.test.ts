import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { startReceiver, startSandbox, until } from './harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
const { appId, appSecret, accessToken, wabaId, phoneNumberId } = demoAccount;
beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

const app = (token: string) => ({ authorization: `Bearer ${token}` });
const patch = (body: object) => sandbox.call('PATCH', `/control/accounts/${phoneNumberId}`, body);
const post = (edge: string, body: object) => sandbox.call('POST', `/v21.0/${phoneNumberId}/${edge}`, body);

describe('an app', () => {
  it('accepts its own token, and distinguishes a wrong id from a wrong secret', async () => {
    const own = await sandbox.call('GET', `/v21.0/${appId}`, undefined, app(`${appId}|${appSecret}`));
    expect(own).toMatchObject({ status: 200, body: { id: appId } });
    const secret = await sandbox.call('GET', `/v21.0/${appId}`, undefined, app(`${appId}|wrong`));
    expect(secret).toMatchObject({ status: 401, body: { error: { code: 190 } } });
    const id = await sandbox.call('GET', '/v21.0/39', undefined, app(`39|${appSecret}`));
    expect(id).toMatchObject({ status: 400, body: { error: { code: 101 } } });
  });

  it('reports a token’s expiry and scopes, and rejects an expired one', async () => {
    const ends = Math.floor(Date.now() / 1_000) + 3_600;
    await patch({ tokenExpiresAt: ends, tokenScopes: ['whatsapp_business_messaging'] });
    const debug = () =>
      sandbox.call(
        'GET',
        `/v21.0/debug_token?input_token=${accessToken}`,
        undefined,
        app(`${appId}|${appSecret}`),
      );
    expect((await debug()).body.data).toMatchObject({
      is_valid: true,
      expires_at: ends,
      scopes: ['whatsapp_business_messaging'],
    });
    await patch({ tokenExpiresAt: ends - 7_200 });
    expect((await debug()).body.data).toMatchObject({ is_valid: false, error: { code: 190 } });
    expect(await sandbox.call('GET', `/v21.0/${phoneNumberId}`)).toMatchObject({
      status: 401,
      body: { error: { code: 190, error_subcode: 463 } },
    });
    await patch({ tokenExpiresAt: 0 });
  });
});

describe('a number', () => {
  it('is one of several of its account', async () => {
    await sandbox.call('POST', '/control/accounts', {
      appId,
      appSecret,
      accessToken,
      wabaId,
      phoneNumberId: '800000000000009',
    });
    const { body } = await sandbox.call('GET', `/v21.0/${wabaId}/phone_numbers?fields=id,status`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([phoneNumberId, '800000000000009']);
  });

  it('is verified by the code sent to it, and can be registered only then', async () => {
    await patch({ verified: false, registered: false });
    expect((await post('register', { messaging_product: 'whatsapp', pin: '135790' })).body.error.code).toBe(
      133006,
    );
    expect((await post('request_code', { code_method: 'PIGEON', language: 'en_US' })).body.error.code).toBe(
      100,
    );
    expect((await post('verify_code', { code: '000000' })).body.error.code, 'no code was requested').toBe(
      136025,
    );
    expect((await post('request_code', { code_method: 'SMS', language: 'en_US' })).body).toEqual({
      success: true,
    });
    const { code } = (await sandbox.call('GET', `/control/accounts/${phoneNumberId}`)).body.standing;
    const { data } = (await sandbox.call('GET', '/control/activity')).body;
    expect(JSON.stringify(data), 'shown on the phone page').toContain(`your code is ${code.value}`);
    const wrong = code.value === '000000' ? '111111' : '000000';
    expect((await post('verify_code', { code: wrong })).body.error.code).toBe(136025);
    expect((await post('verify_code', { code: code.value })).status).toBe(200);
    expect((await post('verify_code', { code: code.value })).body.error.code, 'once only').toBe(136025);
    expect((await post('register', { messaging_product: 'whatsapp', pin: '135790' })).status).toBe(200);
  });

  it('reports its quality and limit, on request and in a signed notice', async () => {
    const receiver = await startReceiver();
    await sandbox.connect(receiver);
    await patch({ quality: 'YELLOW', messagingLimit: 'TIER_10K' });
    const fields = 'quality_rating,messaging_limit_tier';
    expect((await sandbox.call('GET', `/v21.0/${phoneNumberId}?fields=${fields}`)).body).toMatchObject({
      quality_rating: 'YELLOW',
      messaging_limit_tier: 'TIER_10K',
    });
    const value = { display_phone_number: '15550109000', event: 'UPGRADE', current_limit: 'TIER_10K' };
    await sandbox.call('POST', `/control/accounts/${phoneNumberId}/notices`, {
      field: 'phone_number_quality_update',
      value,
    });
    const { bytes, headers } = await until('the notice', () => receiver.received[0]);
    expect(headers['x-hub-signature-256']).toMatch(/^sha256=/);
    const [entry] = JSON.parse(bytes.toString()).entry;
    expect(entry).toMatchObject({ id: wabaId, time: expect.any(Number) });
    expect(entry.changes).toEqual([{ field: 'phone_number_quality_update', value }]);
    await receiver.close();
  });
});
