import { IconClockOff } from '@tabler/icons-react';
import { WINDOW_MS } from '../../../shared/domain/window.ts';
import { formatAgoInWords } from '../../lib/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { useDrafts } from './drafts.store.ts';
import { useReplyWindow } from './use-reply-window.ts';
import classes from './window-banner.module.css';

/** In the composer's place when the platform takes templates only. What was typed waits in the draft. */
export function WindowBanner({ conversationId }: { conversationId: string }) {
  const now = useNow();
  const { expiresAt } = useReplyWindow(conversationId);
  const draft = useDrafts((state) => state.byConversation[conversationId] ?? '');
  return (
    <div className={classes.banner} role="status" data-testid="window-banner">
      <IconClockOff size={20} aria-hidden="true" />
      <div>
        <p className={classes.head}>{because(expiresAt, now)} Only an approved template can be sent now.</p>
        <p>
          Switchboard does not send templates yet. As soon as they write, you can reply here again
          {draft.trim() === '' ? '.' : '; your draft is kept.'}
        </p>
        {draft.trim() !== '' && (
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
