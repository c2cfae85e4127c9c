import type { BrowserType, Page } from '@playwright/test';
import { type Board, expect, test } from './fixtures.ts';
import { axeViolations, complaintsOf, enter, lookAt } from './screens.ts';

test('a voice message is recorded, listened to and sent, in a format that the platform takes', async ({
  board,
  playwright,
}, { project }) => {
  const browser = await launchWith(playwright, project.use.launchOptions, [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ]);
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await openMaya(page, board);
  await page.getByTestId('composer').fill('A text that is not finished');

  await test.step('recording shows the level and the time', async () => {
    await page.getByTestId('voice-start').click();
    await expect(page.getByTestId('voice-recorder')).toHaveAttribute('data-phase', 'recording');
    await expect(page.getByTestId('voice-stop')).toBeFocused();
    await expect(page.getByTestId('voice-time')).toHaveText('0:02');
    // The microphone of the test beeps once a second.
    await expect
      .poll(() =>
        page
          .getByTestId('voice-bars')
          .locator('span')
          .evaluateAll((bars) => Math.max(...bars.map((bar) => Number.parseInt(bar.style.blockSize, 10)))),
      )
      .toBeGreaterThan(20);
    expect(await axeViolations(page, 'light')).toEqual([]);
  });

  await test.step('it is kept while another conversation is open', async () => {
    await page.getByTestId('conversation-row').filter({ hasText: 'Ruth' }).first().click();
    await expect(page.getByTestId('voice-recorder')).toHaveCount(0);
    await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
    await expect(page.getByTestId('voice-recorder')).toHaveAttribute('data-phase', 'recorded');
  });

  await test.step('it is played before it is sent', async () => {
    await page.getByTestId('voice-play').click();
    const at = () =>
      page.getByTestId('voice-preview').evaluate((audio: HTMLAudioElement) => audio.currentTime);
    await expect.poll(at).toBeGreaterThan(0.3);
    await lookAt(page, 'voice-recorded', ['wide', 'middle', 'phone']);
  });

  const [uploaded] = await Promise.all([
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && /media/.test(response.url()),
    ),
    page.getByTestId('voice-send').click(),
  ]);
  expect(await uploaded.json()).toMatchObject({ kind: 'audio', mimeType: 'audio/ogg' });
  const bubble = page.locator('article[data-direction="outbound"]').last();
  await expect(bubble.getByTestId('media-audio')).toBeVisible();
  // Accepted and delivered by the platform.
  await expect(bubble.locator('[data-status="read"], [data-status="delivered"]')).toBeVisible();
  await test.step('the phone gets it as a voice message', async () => {
    await expect(bubble).toContainText('Voice message');
    const phone = await browser.newPage();
    await phone.goto(`${board.phoneUrl}/?customer=15550100123`);
    await expect(phone.getByTestId('phone-voice').last()).toBeVisible();
    await phone.close();
  });
  await expect(page.getByTestId('composer')).toHaveValue('A text that is not finished');
  await bubble.getByTestId('audio-play').click();
  await expect(bubble.getByTestId('media-audio')).toContainText(/0:0[2-9]/);

  await test.step('a recording is deleted', async () => {
    await page.getByTestId('voice-start').click();
    await expect(page.getByTestId('voice-stop')).toBeVisible();
    await page.getByTestId('voice-delete').click();
    await expect(page.getByTestId('voice-recorder')).toHaveCount(0);
    await expect(page.getByTestId('composer')).toBeVisible();
  });

  await test.step('a longer one is deleted after a question, and kept without an answer', async () => {
    await page.getByTestId('voice-start').click();
    await expect(page.getByTestId('voice-time')).toHaveText(/^0:0[4-9]$/);
    await page.getByTestId('voice-delete').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('Delete this recording?');
    await expect(page.getByTestId('voice-recorder')).toHaveAttribute('data-phase', 'recorded');
    // What ends below the question does not take the focus.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId('voice-play')).toBeVisible();
    await page.getByTestId('voice-delete').click();
    await page.getByTestId('confirm').click();
    await expect(page.getByTestId('voice-recorder')).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
    await expect(page.getByTestId('composer')).toBeVisible();
  });
  expect(complaints).toEqual([]);
  await browser.close();
});

test(
  'a microphone that is refused is explained',
  { tag: '@soak' },
  async ({ board, playwright }, { project }) => {
    const browser = await launchWith(playwright, project.use.launchOptions, [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream=deny',
    ]);
    const page = await browser.newPage({ locale: 'pt-BR' });
    await openMaya(page, board);
    await page.getByTestId('voice-start').click();
    await expect(page.getByTestId('voice-refused')).toContainText('O navegador bloqueia o microfone');
    await lookAt(page, 'voice-refused', ['wide', 'phone']);
    await page.getByTestId('voice-refused').getByRole('button', { name: 'Fechar' }).click();
    await expect(page.getByTestId('composer')).toBeVisible();
    await browser.close();
  },
);

/** Starts a browser of its own, because what it answers for the microphone is a switch of the whole browser. */
function launchWith(
  { chromium }: { chromium: BrowserType },
  options: { args?: string[] } | undefined,
  switches: readonly string[],
) {
  return chromium.launch({ ...options, args: [...(options?.args ?? []), ...switches] });
}

async function openMaya(page: Page, board: Board): Promise<void> {
  await enter(page, board.url, board.demo);
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}
