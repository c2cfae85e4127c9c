import { IconBan, IconClockOff, IconSpeakerphone } from '@tabler/icons-react';
import { WINDOW_MS } from '../../../../shared/domain/window.ts';
import { formatAgoInWords } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useConversations } from '../list/conversations.store.ts';
import { ModeTabs } from './composer-mode.tsx';
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

/** Explains that nothing can be sent to a blocked contact. Notes still can be written. */
export function BlockedBanner({ conversationId }: { conversationId: string }) {
  return (
    <div className={classes.banner} role="status" data-testid="blocked-banner">
      <IconBan size={20} aria-hidden="true" />
      <div>
        <p>
          <b>{t('inbox:composer.blocked.title')}</b> {t('inbox:composer.blocked.text')}
        </p>
        <div className={classes.modes}>
          <ModeTabs conversationId={conversationId} />
        </div>
      </div>
    </div>
  );
}

/** Warns before a template is sent to a contact who does not want marketing. */
export function UnsubscribedBanner({ conversationId }: { conversationId: string }) {
  const marketing = useConversations((state) => state.byId[conversationId]?.contact.marketing);
  if (marketing !== 'unsubscribed') return null;
  return (
    <div className={classes.banner} role="status" data-testid="unsubscribed-banner">
      <IconSpeakerphone size={20} aria-hidden="true" />
      <p>{t('inbox:composer.unsubscribed')}</p>
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
