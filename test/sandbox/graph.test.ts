import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoAccount } from '../../server/sandbox/demo-account.ts';
import { startReceiver, startSandbox } from './harness.ts';

let sandbox: Awaited<ReturnType<typeof startSandbox>>;
const { wabaId, phoneNumberId, accessToken, appId, appSecret } = demoAccount;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

describe('access', () => {
  it('returns 190 for a wrong token, 104 for none, and 100/33 for objects that the token may not access', async () => {
    const wrong = await sandbox.call('GET', `/v21.0/${phoneNumberId}`, undefined, {
      authorization: 'Bearer nope',
    });
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 190, type: 'OAuthException' } } });
    const none = await sandbox.call('GET', `/v21.0/${phoneNumberId}`, undefined, {});
    expect(none.body.error.code).toBe(104);
    const other = await sandbox.call('POST', '/control/accounts', { verifiedName: 'Other' });
    for (const id of [other.body.phoneNumberId, '800000000000009']) {
      const hidden = await sandbox.call('POST', `/v21.0/${id}/messages`, {});
      expect(hidden.status).toBe(400);
      expect(hidden.body.error).toMatchObject({ code: 100, error_subcode: 33, type: 'GraphMethodException' });
    }
  });

  it('expires tokens by a setting', async () => {
    await sandbox.knobs({ tokenExpired: true });
    const answer = await sandbox.call('GET', `/v21.0/${phoneNumberId}`);
    expect(answer).toMatchObject({ status: 401, body: { error: { code: 190, error_subcode: 463 } } });
    await sandbox.knobs({ tokenExpired: false });
  });

  it('has usage headers on every response, errors included', async () => {
    for (const path of [`/v21.0/${phoneNumberId}`, '/v99.0/nowhere/at/all']) {
      const { headers } = await sandbox.call('GET', path);
      expect(JSON.parse(headers.get('x-app-usage') ?? '')).toHaveProperty('call_count');
      expect(JSON.parse(headers.get('x-business-use-case-usage') ?? '')).toHaveProperty(wabaId);
    }
  });
});

describe('the account', () => {
  it('lists its numbers, and reports the id of a portfolio as a different error', async () => {
    const { body } = await sandbox.call('GET', `/v21.0/${wabaId}/phone_numbers`);
    expect(body.data).toMatchObject([{ id: phoneNumberId, display_phone_number: '+1 555-010-9000' }]);
    expect(body.paging.cursors).toHaveProperty('after');
    const wrong = await sandbox.call('GET', `/v21.0/2${wabaId.slice(1)}/phone_numbers`);
    expect(wrong.body.error.message).toContain('nonexisting field (phone_numbers) on node type (Business)');
  });

  it('returns itself and its number, with the requested fields', async () => {
    expect((await sandbox.call('GET', `/v21.0/${wabaId}`)).body).toMatchObject({ id: wabaId });
    const { body } = await sandbox.call('GET', `/v21.0/${phoneNumberId}?fields=status,platform_type`);
    expect(body).toEqual({ status: 'CONNECTED', platform_type: 'CLOUD_API', id: phoneNumberId });
  });

  it('describes a token', async () => {
    const path = `/v21.0/debug_token?input_token=${accessToken}`;
    const app = { authorization: `Bearer ${appId}|${appSecret}` };
    const { body } = await sandbox.call('GET', path, undefined, app);
    expect(body.data).toMatchObject({ is_valid: true, app_id: appId, expires_at: 0 });
    expect(body.data.granular_scopes[0].target_ids).toEqual([wabaId]);
    const bad = await sandbox.call('GET', '/v21.0/debug_token?input_token=x');
    expect(bad).toMatchObject({ status: 200, body: { data: { is_valid: false } } });
  });

  it('registers with a PIN that must match afterwards', async () => {
    const register = (pin: string) =>
      sandbox.call('POST', `/v21.0/${phoneNumberId}/register`, { messaging_product: 'whatsapp', pin });
    expect((await register('12')).body.error.code).toBe(100);
    expect((await register('135790')).body).toEqual({ success: true });
    expect((await register('000000')).body.error.code).toBe(133005);
  });

  it('subscribes an app, and accepts an override URL only afterwards and with a handshake', async () => {
    const receiver = await startReceiver();
    const path = `/v21.0/${wabaId}/subscribed_apps`;
    const override = { override_callback_uri: receiver.url, verify_token: 'a token & more' };
    await sandbox.call('DELETE', path);
    expect((await sandbox.call('GET', path)).body).toEqual({ data: [] });
    expect((await sandbox.call('POST', path, override)).body.error.message).toContain('Before override');
    expect((await sandbox.call('POST', path)).body).toEqual({ success: true });
    const rejected = await sandbox.call('POST', path, { ...override, verify_token: 'wrong' });
    expect(rejected.body.error.code).toBe(100);
    expect((await sandbox.call('POST', path, override)).body).toEqual({ success: true });
    const { body } = await sandbox.call('GET', path);
    expect(body.data).toMatchObject([
      { whatsapp_business_api_data: { id: appId }, override_callback_uri: receiver.url },
    ]);
    await receiver.close();
  });
});

describe('the validation of sends', () => {
  const base = { messaging_product: 'whatsapp', to: '+15550100123', type: 'text', text: { body: 'x' } };

  it.each([
    ['without a product', { ...base, messaging_product: undefined }, 100],
    ['without a recipient', { ...base, to: undefined }, 100],
    ['with a number for a recipient', { ...base, to: 15_550_100_123 }, 100],
    ['to words', { ...base, to: 'Maya' }, 131009],
    ['to itself', { ...base, to: '15550109000' }, 131021],
    ['of an unknown type', { ...base, type: 'telegram' }, 100],
    ['without its content', { ...base, text: undefined }, 131008],
    ['of nothing', { ...base, text: { body: '' } }, 131008],
    ['of too much', { ...base, text: { body: 'x'.repeat(4_097) } }, 100],
    ['with an invented field', { ...base, text: { body: 'x', markdown: true } }, 100],
    ['with an id of 513 characters', { ...base, biz_opaque_callback_data: 'x'.repeat(513) }, 100],
    ['of an image without a source', { ...base, type: 'image', image: {} }, 131008],
    [
      'of an image with two sources',
      { ...base, type: 'image', image: { id: '1', link: 'https://a.example' } },
      131009,
    ],
    ['of a sticker with a caption', { ...base, type: 'sticker', sticker: { id: '1', caption: 'x' } }, 100],
    ['of a template without a language', { ...base, type: 'template', template: { name: 'a' } }, 131008],
  ])('rejects a send %s', async (_what, body, code) => {
    const answer = await sandbox.call('POST', `/v21.0/${phoneNumberId}/messages`, body);
    expect(answer.body.error?.code).toBe(code);
    expect(answer.body.error.fbtrace_id).toEqual(expect.any(String));
  });

  it.each([
    ['5511987654321', '5511987654321'],
    ['5531987654321', '553187654321'],
    ['525512345678', '5215512345678'],
    ['541112345678', '5491112345678'],
  ])('resolves %s to the WhatsApp id %s', async (to, waId) => {
    const { body } = await sandbox.send(`+${to}`, 'x');
    expect(body.contacts).toEqual([{ input: `+${to}`, wa_id: waId }]);
  });

  it('finds a person by every spelling of the number', async () => {
    await sandbox.call('POST', '/control/customers', { waId: '5531911112222', name: 'Nova' });
    for (const to of ['5531911112222', '553111112222']) {
      expect((await sandbox.send(to, 'x')).body.contacts[0].wa_id).toBe('5531911112222');
    }
  });
});

describe('marking as read', () => {
  it('marks that message and the earlier ones, and rejects an unknown id', async () => {
    const first = await sandbox.write('15550100177', 'one');
    const second = await sandbox.write('15550100177', 'two');
    const mark = (id: string, extra: object = {}) => {
      const body = { messaging_product: 'whatsapp', status: 'read', message_id: id, ...extra };
      return sandbox.call('POST', `/v21.0/${phoneNumberId}/messages`, body);
    };
    expect((await mark('wamid.nothing')).body.error.code).toBe(131009);
    const typing = { typing_indicator: { type: 'text' } };
    expect((await mark(second.body.id, typing)).body).toEqual({ success: true });
    const chat = await sandbox.call('GET', `/control/accounts/${phoneNumberId}/chats/15550100177/messages`);
    expect(chat.body.data).toMatchObject([
      { id: first.body.id, status: 'read' },
      { id: second.body.id, status: 'read' },
    ]);
  });
});
