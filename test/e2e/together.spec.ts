import type { Page } from '@playwright/test';
import { addMember } from './add-member.ts';
import { type Board, expect, type OpenWindow, test } from './fixtures.ts';
import { complaintsOf, enter, lookAt } from './screens.ts';

let board: Board;
test.beforeEach(({ board: ofFile }) => {
  board = ofFile;
});

/** Opens the inbox of the owner and of a colleague, on two computers, in the same conversation. */
async function openBoth(openWindow: OpenWindow) {
  const leo = {
    name: 'Leo Costa',
    email: `leo${performance.now()}@example.test`,
    password: 'long enough for Leo',
  };
  await addMember(board.url, board.demo, { ...leo, role: 'staff' });
  const [margit, colleague] = [await openWindow(), await openWindow()];
  const complaints = [complaintsOf(margit), complaintsOf(colleague)];
  await Promise.all([enter(margit, board.url, board.demo), enter(colleague, board.url, leo)]);
  await openMaya(margit);
  return { margit, colleague, complaints };
}

async function openMaya(page: Page): Promise<void> {
  await page.getByTestId('conversation-row').filter({ hasText: 'Maya' }).first().click();
  await expect(page.getByTestId('composer')).toBeVisible();
}

test('a note is for the team alone, and a mention waits for the colleague', async ({ openWindow }) => {
  const { margit, colleague, complaints } = await openBoth(openWindow);
  await margit.getByTestId('composer').fill('A reply that is not finished');
  await margit.getByTestId('mode-note').click();
  const field = margit.getByTestId('note-composer');
  await field.pressSequentially('She prefers mornings. @le');
  await expect(margit.getByTestId('mention-option')).toHaveText(/Leo Costa/);
  await field.press('Enter');
  await expect(field).toHaveValue('She prefers mornings. @Leo Costa ');
  await lookAt(margit, 'note-composer', ['wide', 'middle', 'phone']);
  await field.press('Enter');
  await expect(margit.getByTestId('note-bubble')).toContainText('Note');
  await margit.getByTestId('composer-mode').getByText('Reply').click();
  await expect(margit.getByTestId('composer')).toHaveValue('A reply that is not finished');

  await expect(colleague.getByTestId('view-mentions')).toContainText('1');
  await colleague.getByTestId('view-mentions').click();
  await openMaya(colleague);
  await expect(colleague.getByTestId('note-bubble')).toContainText('@Leo Costa');
  await expect(colleague.getByTestId('view-mentions')).not.toContainText('1');
  await lookAt(colleague, 'note', ['wide', 'middle', 'phone']);
  await margit.getByTestId('note-bubble').hover();
  await margit.getByTestId('note-delete').click();
  await margit.getByTestId('confirm').click();
  await expect(colleague.getByTestId('note-bubble')).toHaveCount(0);
  expect(complaints.flat()).toEqual([]);
});
