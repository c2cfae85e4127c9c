import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type AnyWebhookEvent, verifyWebhook, WebhookVerificationError } from '../../client/index.ts';
import type { WebhookEventType } from '../../shared/domain/webhooks/webhook-values.ts';

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`;
const secret = newSecret();
const body = JSON.stringify({
  id: 'evt_1',
  type: 'message.received',
  data: { message: { content: 'Zoë ✓' } },
});

/** Returns headers that the reference library has signed, like those of the server. */
function signed(options: { payload?: string; by?: string; at?: Date; id?: string } = {}) {
  const { payload = body, by = secret, at = new Date(), id = 'evt_1' } = options;
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(by).sign(id, at, payload),
  };
}
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('a webhook', () => {
  it('that is signed with the secret returns its event', async () => {
    expect(await verifyWebhook(body, signed(), secret)).toEqual(JSON.parse(body));
  });

  it('can be of any type that the server sends', async () => {
    // Checked by the compiler: `AnyWebhookEvent` has all event types of the contract, and no others.
    expectTypeOf<AnyWebhookEvent['type']>().toEqualTypeOf<WebhookEventType>();
    const payload = JSON.stringify({
      id: 'evt_1',
      type: 'broadcast.completed',
      data: { broadcast: { id: 'b' } },
    });
    const event = await verifyWebhook<AnyWebhookEvent>(payload, signed({ payload }), secret);
    expect(event.type === 'broadcast.completed' && event.data.broadcast.id).toBe('b');
  });

  it('can be bytes, with headers of fetch or of Node in any case', async () => {
    expect(await verifyWebhook(Buffer.from(body), new Headers(signed()), secret)).toMatchObject({
      id: 'evt_1',
    });
    const headers = Object.fromEntries(
      Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ id: 'evt_1' });
  });

  it('can have several signatures, as during the rotation of a secret', async () => {
    const headers = signed({ by: newSecret() });
    const both = `v2,abc v1,*** ${headers['webhook-signature']} ${signed()['webhook-signature']}`;
    expect(await verifyWebhook(body, { ...headers, 'webhook-signature': both }, secret)).toBeTruthy();
  });

  const rejected: [string, string, Record<string, string>, RegExp][] = [
    ['another secret', body, signed({ by: newSecret() }), /No signature matches/],
    ['another body', body.replace('Zoë', 'Zoe'), signed(), /No signature matches/],
    ['another id', body, { ...signed(), 'webhook-id': 'evt_2' }, /No signature matches/],
    ['another version', body, { ...signed(), 'webhook-signature': 'v1a,abc' }, /No signature matches/],
    ['an old time', body, signed({ at: minutesAgo(5.1) }), /older than five minutes/],
    ['a future time', body, signed({ at: minutesAgo(-5.1) }), /in the future/],
    ['an invalid time', body, { ...signed(), 'webhook-timestamp': 'now' }, /not a Unix time/],
    ['no signature', body, { ...signed(), 'webhook-signature': '' }, /webhook-signature is missing/],
  ];
  it.each(rejected)('with %s is rejected', async (_what, payload, headers, reason) => {
    const call = verifyWebhook(payload, headers, secret);
    await expect(call).rejects.toThrow(WebhookVerificationError);
    await expect(call).rejects.toThrow(reason);
  });

  it('that is four minutes old is accepted', async () => {
    expect(await verifyWebhook(body, signed({ at: minutesAgo(4) }), secret)).toBeTruthy();
  });

  it('cannot be verified with an invalid secret', async () => {
    await expect(verifyWebhook(body, signed(), 'whsec_*')).rejects.toThrow(/secret/);
    await expect(verifyWebhook(body, signed(), '')).rejects.toThrow(/secret/);
  });
});
