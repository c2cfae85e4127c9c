import { expect, it } from 'vitest';
import { envelope, eventually, postCallback } from '../helpers/platform.ts';
import { setUpWebhooks } from '../helpers/webhooks.ts';

const webhooks = setUpWebhooks();
const STEPS = ['sent', 'delivered', 'read'];

it('holdout-15: statuses posted back to back give an event each, with the status of that step', async () => {
  const one = await webhooks.setUp();
  await webhooks.platform.configure({
    sentDelayMs: [3_600_000, 3_600_000],
    deliveredDelayMs: [3_600_000, 3_600_000],
  });
  await one.write('hello');
  await webhooks.untilReceived(one.path, 1);
  for (let round = 0; round < 3; round += 1) {
    const { body } = await one.workspace.api('POST', '/messages/send', {
      contactId: one.phone,
      type: 'text',
      content: `no. ${round}`,
    });
    const sent = await eventually(async () => {
      const { data } = (await one.workspace.api('GET', `/messages/${one.phone}`)).body;
      return data.find(
        (message: { id: string; platformId: string | null }) => message.id === body.id && message.platformId,
      );
    });
    const reports = STEPS.map((status) => ({
      id: sent.platformId,
      status,
      timestamp: String(Math.floor(Date.now() / 1_000)),
      recipient_id: one.phone,
      biz_opaque_callback_data: body.id,
    }));
    // Each in a callback of its own, and in the last round all in one.
    const callbacks = round < 2 ? reports.map((report) => [report]) : [reports];
    for (const statuses of callbacks)
      await postCallback(webhooks.server, one.workspace, envelope({ statuses }));
    const statusesSeen = () =>
      one
        .events()
        .filter(({ type, data }) => type === 'message.updated' && data.message.id === body.id)
        .map(({ data }) => data.message.status);
    await expect.poll(statusesSeen).toEqual(STEPS);
  }
});

it('row 67: a report that leaves the status as it was is no event for programs, and its time is kept', async () => {
  const one = await webhooks.setUp();
  await webhooks.platform.configure({
    sentDelayMs: [3_600_000, 3_600_000],
    deliveredDelayMs: [3_600_000, 3_600_000],
  });
  await one.write('hello');
  await webhooks.untilReceived(one.path, 1);
  const { body } = await one.workspace.api('POST', '/messages/send', {
    contactId: one.phone,
    type: 'text',
    content: 'late',
  });
  const message = () =>
    eventually(async () => {
      const { data } = (await one.workspace.api('GET', `/messages/${one.phone}`)).body;
      return data.find(
        ({ id, platformId }: { id: string; platformId: string | null }) => id === body.id && platformId,
      );
    });
  const { platformId } = await message();
  const report = (status: string) =>
    postCallback(
      webhooks.server,
      one.workspace,
      envelope({
        statuses: [
          {
            id: platformId,
            status,
            timestamp: String(Math.floor(Date.now() / 1_000)),
            recipient_id: one.phone,
          },
        ],
      }),
    );
  await report('read');
  await expect.poll(async () => (await message()).status).toBe('read');
  await report('delivered');
  await expect.poll(async () => (await message()).deliveredAt).not.toBeNull();
  // What follows shows that nothing was sent in between, and that the numbers have no gap.
  await one.write('thanks');
  const events = () => one.events().filter(({ data }) => data.contact.phone === one.phone);
  await expect.poll(() => events().at(-1)?.data.message.content).toBe('thanks');
  expect(events().map(({ type, data }) => [type, data.message.status])).toEqual([
    ['message.received', 'received'],
    ['message.updated', 'sent'],
    ['message.updated', 'read'],
    ['message.received', 'received'],
  ]);
  const numbers = events().map(({ conversationSeq }) => conversationSeq);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});
