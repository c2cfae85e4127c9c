import { IconClockOff } from '@tabler/icons-react';
import { WINDOW_MS } from '../../../shared/domain/window.ts';
import { formatAgoInWords } from '../../lib/format.ts';
import { useDrafts } from './drafts.store.ts';
import { useReplyWindow, useServerNow } from './use-reply-window.ts';
import classes from './window-banner.module.css';

/** Why only templates can be sent now. What was typed is shown, so that nobody thinks it is gone. */
export function WindowBanner({ conversationId }: { conversationId: string }) {
  const now = useServerNow();
  const { expiresAt } = useReplyWindow(conversationId);
  const draft = useDrafts((state) => state.byConversation[conversationId] ?? '').trim();
  return (
    <div className={classes.banner} role="status" data-testid="window-banner">
      <IconClockOff size={20} aria-hidden="true" />
      <div>
        <p>
          <b>{because(expiresAt, now)} Only an approved template can be sent now.</b> As soon as they write,
          you can reply here again{draft === '' ? '.' : '; your draft is kept:'}
        </p>
        {draft !== '' && (
          <p className={classes.draft} dir="auto">
            {draft}
          </p>
        )}
      </div>
    </div>
  );
}

/** Why the window is closed. Where only the server says so, its clock and ours differ: no time is named. */
function because(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return 'They have not written yet.';
  const end = new Date(expiresAt).getTime();
  if (end > now) return '';
  return `They last wrote ${formatAgoInWords(new Date(end - WINDOW_MS).toISOString(), now)}.`;
}
