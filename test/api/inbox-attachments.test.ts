import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpComposer } from '../helpers/composer.ts';
import { eventually } from '../helpers/platform.ts';

const rig = setUpComposer();
const { customer, post } = rig;

const location = { latitude: 41.1579, longitude: -8.6291, name: 'Our shop' };
const contacts = [{ name: { formatted_name: 'Ada' }, phones: [{ phone: '+15550100199' }] }];
const interactive = {
  type: 'button',
  body: { text: 'Deliver it?' },
  action: { buttons: [{ type: 'reply', reply: { id: 'button-1', title: 'Yes' } }] },
};

describe('an attachment from the inbox', () => {
  it.each([
    [{ type: 'location', location }, location],
    [
      { type: 'contacts', contacts },
      [{ ...contacts[0], name: { formatted_name: 'Ada', first_name: 'Ada' } }],
    ],
    [{ type: 'interactive', interactive }, interactive],
  ])('reaches the platform: $type', async (attachment, sent) => {
    const { type } = attachment;
    const { phone, conversation } = await customer();
    const { status, body } = await post(conversation, { attachment });
    expect([status, body]).toMatchObject([201, { type, status: 'queued', payload: attachment }]);
    const [call] = await eventually(async () => {
      const calls = await rig.messaging.callsOf(body.id);
      return calls.length > 0 && calls;
    });
    expect(call).toMatchObject({ to: `+${phone}`, type, [type]: sent });
    const message = await eventually(async () => {
      const found = await rig.messaging.message(phone, body.id);
      return found.status === 'delivered' && found;
    });
    expect(message.content).toBe(type === 'interactive' ? 'Deliver it?' : null);
  });

  it('is stored once per client id, and can be undone', async () => {
    const { phone, conversation } = await customer();
    const send = { clientId: randomUUID(), attachment: { type: 'location', location }, hold: true };
    const [first, again] = [await post(conversation, send), await post(conversation, send)];
    expect(again.body.id).toBe(first.body.id);
    const { workspace } = rig.messaging;
    expect((await workspace.dashboard('DELETE', `/messages/${first.body.id}`)).status).toBe(200);
    expect(await rig.messaging.history(phone)).toHaveLength(1);
  });

  it.each([
    ['a text', { content: 'hi' }, 'attachment'],
    ['a file', { mediaId: `med_${'0'.repeat(26)}` }, 'attachment'],
    [
      'a place that is not on earth',
      { attachment: { type: 'location', location: { ...location, latitude: 91 } } },
      'attachment.location.latitude',
    ],
    ['another type', { attachment: { type: 'text', content: 'x' } }, 'attachment.type'],
  ])('with %s is rejected', async (_what, change, path) => {
    const { conversation } = await customer();
    const { status, body } = await post(conversation, {
      attachment: { type: 'location', location },
      ...change,
    });
    expect([status, body.error.details.map((detail: { path: string }) => detail.path)]).toEqual([
      400,
      [path],
    ]);
  });
});
