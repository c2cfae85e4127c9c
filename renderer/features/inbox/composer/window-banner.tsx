import { IconClockOff } from '@tabler/icons-react';
import { WINDOW_MS } from '../../../../shared/domain/window.ts';
import { formatAgoInWords } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useDrafts } from './drafts.store.ts';
import { useReplyWindow, useServerNow } from './use-reply-window.ts';
import classes from './window-banner.module.css';

/** Explains why only templates can be sent now. Shows the draft, so that agents see that it is not lost. */
export function WindowBanner({ conversationId }: { conversationId: string }) {
  const now = useServerNow();
  const { expiresAt } = useReplyWindow(conversationId);
  const draft = useDrafts((state) => state.byConversation[conversationId] ?? '').trim();
  return (
    <div className={classes.banner} role="status" data-testid="window-banner">
      <IconClockOff size={20} aria-hidden="true" />
      <div>
        <p>
          <b>{closedText(expiresAt, now)}</b>{' '}
          {draft === '' ? t('inbox:composer.banner.again') : t('inbox:composer.banner.againWithDraft')}
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

/** Returns why the window is closed. Omits the time if it is still open by this computer's clock. */
function closedText(expiresAt: string | null, now: number): string {
  if (expiresAt === null) return t('inbox:composer.banner.neverWrote');
  const end = new Date(expiresAt).getTime();
  if (end > now) return t('inbox:composer.banner.closed');
  const ago = formatAgoInWords(new Date(end - WINDOW_MS).toISOString(), now);
  return t('inbox:composer.banner.lastWrote', { ago });
}
