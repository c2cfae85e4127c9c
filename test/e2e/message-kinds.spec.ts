import { addTemplate, controlOf, templateBody } from '../helpers/templates.ts';
import { type Board, expect, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

const MAYA = '15550100123';
const link = 'https://cdn.example/files/2026/front-view.jpg';
const media = { id: '610000000000001', mime_type: 'image/jpeg', sha256: 'x' };

async function post(url: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  return answer.json();
}
const api = (path: string, body: object) =>
  post(`${board.url}/api/v1${path}`, body, { authorization: `Bearer ${board.demo.apiKey}` });
const send = (body: object) => api('/messages/send', { contactId: MAYA, ...body });
const customer = (body: object) =>
  post(`${board.phoneUrl}/control/accounts/800000000000001/chats/${MAYA}/messages`, body);

test('every type of message is shown in its own form, in the inbox and on the phone', async ({
  openWindow,
}) => {
  const inbox = await openWindow();
  const phone = await openWindow({ width: 1100, height: 900 });
  const complaints = complaintsOf(inbox);
  await enter(inbox, board.url, board.demo);
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);

  const asked = await customer({ text: 'Could you show me the blue kettle from the front?' });
  await inbox.getByTestId('conversation-row').filter({ hasText: 'blue kettle' }).click();
  const bubbles = inbox.getByTestId('message-bubble');
  const question = bubbles.filter({ hasText: 'from the front?' });
  const replyTo = (await question.getAttribute('data-id')) ?? '';
  await api(`/messages/${replyTo}/reaction`, { emoji: '👍' });
  await expect(question.getByTestId('message-reactions')).toHaveText('👍');
  await send({ type: 'image', mediaUrl: link, caption: 'Here it is, from the front.', replyTo });
  const answer = await send({
    type: 'document',
    mediaUrl: 'https://cdn.example/i.pdf',
    filename: 'invoice 17.pdf',
  });
  await send({ type: 'audio', mediaUrl: 'https://cdn.example/note.ogg' });
  await send({ type: 'video', mediaUrl: 'https://cdn.example/v/tour.mp4', caption: 'How it pours' });
  await send({ type: 'sticker', mediaUrl: 'https://cdn.example/thanks.webp' });
  await addTemplate(controlOf(board.phoneUrl), {
    name: 'order_papers',
    language: 'en_US',
    components: [
      { type: 'HEADER', format: 'DOCUMENT', example: { header_handle: ['sample'] } },
      templateBody('The papers of order {{1}}: it arrives on {{2}}.', '17', 'Friday'),
      {
        type: 'BUTTONS',
        buttons: [
          {
            type: 'URL',
            text: 'Track',
            url: 'https://shop.example/{{1}}',
            example: ['https://shop.example/17'],
          },
        ],
      },
    ],
  });
  await send({
    ...{ type: 'template', templateName: 'order_papers', templateLanguage: 'en_US' },
    components: [
      { type: 'header', parameters: [{ type: 'document', document: { link, filename: 'order 17.pdf' } }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: '17' },
          { type: 'text', text: 'Friday, 14:00' },
        ],
      },
      { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: '17' }] },
    ],
  });
  await customer({ type: 'reaction', payload: { message_id: answer.platformId, emoji: '❤️' } });
  await customer({ type: 'image', payload: { ...media, caption: 'My kitchen' } });
  await customer({ type: 'audio', payload: { ...media, voice: true } });
  await customer({ type: 'document', payload: { ...media, filename: 'floor plan.pdf' } });
  await customer({
    type: 'location',
    payload: { latitude: 12.34567, longitude: -45.6789, name: 'North Depot', address: '1 Harbour Road' },
  });
  await customer({
    type: 'contacts',
    payload: [{ name: { formatted_name: 'Depot Desk' }, phones: [{ phone: '+1 555 010 0199' }] }],
  });
  await customer({
    type: 'interactive',
    payload: { type: 'button_reply', button_reply: { id: 'a', title: 'Blue' } },
  });
  await customer({ type: 'order', payload: { catalog_id: '5', text: 'By Friday', product_items: [1, 2] } });
  // Callbacks go out at the same time, in no order: the last message is sent when the others are here.
  for (const words of ['My kitchen', 'floor plan.pdf', 'North Depot', /Depot D/, /Blue/, 'By Friday']) {
    await expect(bubbles.filter({ hasText: words }).first()).toBeAttached();
  }
  await customer({ type: 'sticker', payload: media, replyTo: answer.platformId });

  // The first one is above what is drawn.
  await expect(bubbles.last()).toContainText('Sticker');
  for (const words of [
    'order_papers',
    'Friday, 14:00',
    'invoice 17.pdf',
    'My kitchen',
    'North Depot',
    'Depot Desk',
  ]) {
    await expect(inbox.getByTestId('thread').getByText(words).first()).toBeAttached();
  }
  await expect(inbox.getByTestId('message-quote').last()).toContainText('invoice 17.pdf');
  const texts = await bubbles.allInnerTexts();
  expect(texts.every((text) => text.replace(/\d+:\d+/, '').trim() !== '')).toBe(true);

  await expect(phone.getByTestId('phone-message').last()).toBeVisible();
  await lookAt(inbox, 'kinds-end', ['wide', 'narrow']);
  await lookCloselyAt(phone, 'kinds-phone', ['wide', 'narrow']);
  await inbox.getByTestId('thread').hover();
  await inbox.mouse.wheel(0, -600);
  await lookCloselyAt(inbox, 'kinds-start', ['wide']);
  expect(asked.id).toMatch(/^wamid/);
  expect(complaints).toEqual([]);
});

test('a change of the number is a line with both numbers as people write them', async ({ openWindow }) => {
  const page = await openWindow();
  await enter(page, board.url, board.demo);
  await customer({ text: 'I get a new number today.' });
  await page.getByTestId('conversation-row').filter({ hasText: 'I get a new number today.' }).click();
  await customer({
    type: 'system',
    payload: {
      type: 'user_changed_number',
      wa_id: '15550170188',
      body: `Changed from ${MAYA} to 15550170188`,
    },
  });
  const line = page.getByTestId('system-line').filter({ hasText: '0188' });
  await expect(line).toContainText('+1 555 010 0123');
  await expect(line).toContainText('+1 555 017 0188');
  await expect(line).not.toContainText('15550170188');
  await lookCloselyAt(page, 'number-changed', ['wide', 'phone']);
});
