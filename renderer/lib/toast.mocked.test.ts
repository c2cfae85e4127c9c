import { beforeEach, expect, it, vi } from 'vitest';
import { showErrorToast, showToast } from './toast.ts';

const show = vi.hoisted(() => vi.fn());
vi.mock('@mantine/notifications', () => ({ notifications: { show } }));

beforeEach(() => show.mockReset());

it('an error stays longer than another message', () => {
  showToast('Saved');
  showErrorToast('The contact was not saved', 'Enter a name.');
  const [[saved], [failed]] = show.mock.calls as [[Toast], [Toast]];
  // Without a time of its own, a message goes away after Mantine's 4 seconds.
  expect(saved.autoClose).toBeUndefined();
  expect(failed).toMatchObject({ color: 'red', message: 'Enter a name.', autoClose: 10_000 });
});

it('every message has a close button with a name', () => {
  showToast('Saved');
  showErrorToast('The contact was not saved', new Error('no network'));
  for (const [toast] of show.mock.calls) expect(toast.closeButtonProps).toEqual({ 'aria-label': 'Close' });
});

interface Toast {
  autoClose?: number;
}
