import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { sampleFile } from '../../server/sandbox/media/samples.ts';
import { type Board, expect, type OpenWindow, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt, lookCloselyAt } from './screens.ts';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

const MAYA = '15550100123';
const account = '/control/accounts/800000000000001';

async function open(openWindow: OpenWindow) {
  const inbox = await openWindow();
  const phone = await openWindow({ width: 1100, height: 900 });
  const complaints = complaintsOf(inbox);
  await enter(inbox, board.url, board.demo);
  await phone.goto(`${board.phoneUrl}/?customer=${MAYA}`);
  await phone.getByTestId('phone-input').fill('Hello from Maya');
  await phone.getByTestId('phone-send').click();
  await inbox.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(inbox.getByTestId('composer')).toBeVisible();
  return { inbox, phone, complaints };
}

async function sampleFromPhone(phone: Page, name: string): Promise<void> {
  await phone.getByTestId('phone-clip').click();
  await phone.getByTestId(`phone-sample-${name}`).click();
}

/** Drops files onto the thread, as from a folder. */
async function drop(page: Page, files: { name: string; type: string; bytes: Buffer }[]): Promise<void> {
  const carried = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      return transfer;
    },
    files.map(({ name, type, bytes }) => ({ name, type, base64: bytes.toString('base64') })),
  );
  await page.dispatchEvent('[data-testid=thread]', 'dragenter', { dataTransfer: carried });
  await expect(page.getByTestId('drop-zone')).toBeVisible();
  await page.dispatchEvent('[data-testid=thread]', 'drop', { dataTransfer: carried });
}

test('a customer’s files are shown, played and saved', async ({ openWindow }) => {
  const { inbox, phone, complaints } = await open(openWindow);
  await phone.getByTestId('phone-input').fill('My kitchen');
  await sampleFromPhone(phone, 'photo');
  const image = inbox.getByTestId('media-image').last();
  await expect(image.locator('img')).toHaveJSProperty('complete', true);
  await expect
    .poll(() => image.locator('img').evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(480);
  await expect(inbox.getByTestId('message-bubble').last()).toContainText('My kitchen');
  await image.click();
  await expect(inbox.getByTestId('media-viewer').locator('img')).toBeVisible();
  await lookCloselyAt(inbox, 'media-viewer', ['wide', 'middle', 'narrow']);
  await inbox.keyboard.press('Escape');
  await expect(inbox.getByTestId('media-viewer')).toBeHidden();
  for (const name of ['document', 'video', 'sticker', 'voice']) {
    await sampleFromPhone(phone, name);
    const id = {
      document: 'media-document',
      video: 'media-video',
      sticker: 'media-sticker',
      voice: 'media-audio',
    }[name];
    await expect(inbox.getByTestId(id ?? '').last()).toBeVisible();
  }
  await lookAt(inbox, 'media-received', ['wide', 'middle', 'narrow']);

  const player = inbox.getByTestId('media-audio').last();
  await expect(player).toContainText('0:03');
  const speed = player.getByTestId('audio-speed');
  const sound = player.locator('audio');
  const rate = () => sound.evaluate((audio: HTMLAudioElement) => audio.playbackRate);
  await expect(speed).toHaveText('1×');
  await speed.click();
  await expect(speed).toHaveText('1.5×');
  await player.getByTestId('audio-play').click();
  await expect(player.getByTestId('audio-play')).toHaveAccessibleName('Pause voice message');
  expect(await rate()).toBe(1.5);
  // It changes while the voice message plays, which it does until its end.
  await speed.click();
  await expect(speed).toHaveText('2×');
  expect(await rate()).toBe(2);
  await expect(player.getByTestId('audio-play')).toHaveAccessibleName('Play voice message');
  expect(await sound.evaluate((audio: HTMLAudioElement) => audio.played.end(0))).toBeGreaterThan(2);
  await speed.click();
  await expect(speed).toHaveText('1×');
  expect(await rate()).toBe(1);
  const video = inbox.getByTestId('media-video').last();
  await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(240);

  const saved = inbox.waitForEvent('download');
  await inbox.getByTestId('media-download').last().click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('order 17.pdf');
  expect(readFileSync(await download.path())).toEqual(sampleFile('document').bytes);
  expect(complaints).toEqual([]);
});

test('files are dropped, chosen and pasted, and reach the phone', async ({ openWindow }) => {
  const { inbox, phone, complaints } = await open(openWindow);
  const photo = sampleFile('photo');
  await drop(inbox, [
    { name: 'front view.jpg', type: 'image/jpeg', bytes: photo.bytes },
    { name: 'holiday.zip', type: 'application/zip', bytes: Buffer.from('PK') },
    { name: 'video.mp4', type: 'video/mp4', bytes: Buffer.alloc(17 * 1024 * 1024) },
  ]);
  const tiles = inbox.getByTestId('tray-tile');
  await expect(tiles).toHaveCount(3);
  await expect(tiles.nth(1)).toContainText('A .zip file cannot be sent.');
  await expect(tiles.nth(2)).toContainText('17 MB; the limit is 16 MB for video.');
  const chooser = inbox.waitForEvent('filechooser');
  await inbox.getByTestId('composer-attach').click();
  await inbox.getByTestId('attach-file').click();
  await (await chooser).setFiles({
    name: 'Invoice 17.pdf',
    mimeType: 'application/pdf',
    buffer: sampleFile('document').bytes,
  });
  await expect(tiles).toHaveCount(4);
  await expect(tiles.nth(3)).toHaveAttribute('data-state', 'ready');
  // Of four files, two will be sent, and the text goes with the first of them.
  await expect(inbox.getByTestId('composer')).toHaveAttribute('placeholder', /first file/);
  await expect(tiles.nth(1).getByRole('button', { name: /^Move/ })).toHaveCount(0);
  await tiles
    .nth(3)
    .getByRole('button', { name: /forward$/ })
    .click();
  await expect(tiles.first()).toContainText('Invoice 17.pdf');
  await tiles.first().getByRole('button', { name: /back$/ }).click();
  await expect(tiles.first()).toContainText('front view.jpg');
  await inbox.getByTestId('composer').fill('Here it is, from the front.');
  await lookAt(inbox, 'media-tray', ['wide', 'middle', 'narrow']);
  await tiles.nth(2).getByTestId('tray-remove').click();
  await inbox.getByTestId('composer-send').click();
  await expect(tiles).toHaveCount(0);
  await expect(inbox.getByTestId('composer')).toHaveValue('');

  const onPhone = phone.getByTestId('phone-message').filter({ hasText: 'from the front.' });
  await expect(onPhone.locator('img.preview')).toBeVisible();
  await expect
    .poll(() => onPhone.locator('img').evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(480);
  await expect(phone.getByTestId('phone-message').last()).toContainText('Invoice 17.pdf');
  await expect(
    inbox.getByTestId('message-bubble').filter({ hasText: 'Invoice 17.pdf' }).last(),
  ).toBeVisible();
  await expect(inbox.getByTestId('media-image').last()).toBeVisible();
  await lookCloselyAt(inbox, 'media-sent', ['wide', 'middle', 'narrow']);

  const lastMessage = () => inbox.getByTestId('message-bubble').last().getAttribute('data-id');
  const before = await lastMessage();
  await inbox.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/jpeg' }));
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[data-testid=composer]')?.dispatchEvent(event);
  }, photo.bytes.toString('base64'));
  await expect(tiles).toHaveCount(1);
  await inbox.getByTestId('composer').press('Enter');
  // Older images may leave the thread's window, so the newest message is compared.
  await expect.poll(lastMessage, { timeout: 30_000 }).not.toBe(before);
  await expect(inbox.getByTestId('message-bubble').last().getByTestId('media-image')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a failed upload keeps the file and the text, and is sent on the second attempt', {
  tag: '@soak',
}, async ({ openWindow }) => {
  const { inbox } = await open(openWindow);
  await inbox.route('**/api/dashboard/media-uploads?*', (route) => route.abort('connectionfailed'));
  await inbox.getByTestId('composer').fill('What do you think?');
  await drop(inbox, [{ name: 'plan.jpg', type: 'image/jpeg', bytes: sampleFile('photo').bytes }]);
  const tile = inbox.getByTestId('tray-tile');
  await expect(tile).toHaveAttribute('data-state', 'failed');
  await expect(tile).toContainText('cannot be reached');
  await expect(inbox.getByTestId('composer')).toHaveValue('What do you think?');
  await lookCloselyAt(inbox, 'media-failed', ['wide', 'narrow']);
  await inbox.unroute('**/api/dashboard/media-uploads?*');
  // Sending retries the upload; the text is sent with the file or not at all.
  await inbox.getByTestId('composer').press('Enter');
  await expect(tile).toHaveCount(0);
  await expect(inbox.getByTestId('message-bubble').last()).toContainText('What do you think?');
  await expect(inbox.getByTestId('message-bubble').last().getByTestId('media-image')).toBeVisible();
});

test('a message that waits for a file is sent as it was, and its failure is shown in another conversation', {
  tag: '@soak',
}, async ({ openWindow }) => {
  const { inbox, complaints } = await open(openWindow);
  let fail = () => {};
  const failing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await inbox.route('**/api/dashboard/media-uploads?*', async (route) => {
    await failing;
    await route.abort('connectionfailed');
  });
  const composer = inbox.getByTestId('composer');
  const tile = inbox.getByTestId('tray-tile');
  await composer.fill('What do you think?');
  await drop(inbox, [{ name: 'plan.jpg', type: 'image/jpeg', bytes: sampleFile('photo').bytes }]);
  await composer.press('Enter');
  await expect(inbox.getByText('Will be sent when the files are uploaded')).toBeVisible();
  await composer.fill('What do you think? And the other');
  await expect(inbox.getByText('Not sent yet, because you changed it')).toBeVisible();
  await lookCloselyAt(inbox, 'media-changed', ['wide', 'narrow']);
  await composer.fill('What do you think?');
  await expect(inbox.getByText('Will be sent when the files are uploaded')).toBeVisible();

  await inbox.getByTestId('conversation-row').filter({ hasText: 'Ruth' }).first().click();
  await expect(tile).toHaveCount(0);
  fail();
  const toast = inbox.getByRole('alert').filter({ hasText: 'The message to Maya' });
  await expect(toast).toContainText('plan.jpg was not uploaded');
  await lookCloselyAt(inbox, 'media-not-sent', ['wide', 'narrow']);
  await inbox.unroute('**/api/dashboard/media-uploads?*');
  await toast.getByRole('button', { name: 'Open the conversation' }).click();
  await expect(inbox.getByTestId('conversation-name')).toContainText('Maya');
  await expect(toast).toHaveCount(0);
  await expect(tile).toHaveAttribute('data-state', 'failed');
  await expect(composer).toHaveValue('What do you think?');
  await composer.press('Enter');
  await expect(tile).toHaveCount(0);
  await expect(inbox.getByTestId('message-bubble').last()).toContainText('What do you think?');
  expect(complaints).toEqual([]);
});

test('a file that is being fetched, or cannot be fetched, shows its state', { tag: '@soak' }, async ({
  openWindow,
}) => {
  const { inbox } = await open(openWindow);
  const control = (method: string, path: string, body: object) =>
    fetch(board.phoneUrl + path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await control('POST', `${account}/chats/${MAYA}/messages`, {
    type: 'image',
    payload: { id: '610000000000404', mime_type: 'image/jpeg', caption: 'Too late' },
  });
  const late = inbox.getByTestId('message-bubble').filter({ hasText: 'Too late' });
  await expect(late).toContainText('WhatsApp no longer has this file. Ask the customer to send it again.');
  await control('POST', `${account}/chats/${MAYA}/messages`, {
    type: 'video',
    payload: { mime_type: 'video/mp4' },
  });
  await expect(inbox.getByTestId('message-bubble').last()).toContainText(
    'Ask the customer to send it another way',
  );
  // There is nothing to fetch again.
  await expect(inbox.getByTestId('media-again')).toHaveCount(0);
  await control('PATCH', '/control/knobs', { nextDownloads: [503, 503] });
  const sample = await fetch(`${board.phoneUrl}${account}/media?sample=photo`, { method: 'POST' });
  const { id } = (await sample.json()) as { id: string };
  await control('POST', `${account}/chats/${MAYA}/messages`, {
    type: 'image',
    payload: { id, caption: 'Here in a moment' },
  });
  const soon = inbox.getByTestId('message-bubble').filter({ hasText: 'Here in a moment' });
  await expect(soon).toContainText('Fetching the photo…');
  await lookCloselyAt(inbox, 'media-states', ['wide', 'narrow']);
  await expect(soon.getByTestId('media-image')).toBeVisible({ timeout: 30_000 });
});
