import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { useAnnouncement } from './announcements.store.ts';
import { ContextPane } from './context-pane.tsx';
import { ConversationPane } from './conversation-pane.tsx';
import classes from './inbox.module.css';
import { type InboxContextValue, InboxProvider } from './inbox-context.ts';
import { NothingOpen } from './nothing-open.tsx';
import { ThreadPane } from './thread-pane.tsx';

/** The shared inbox: list, thread, contact. Narrow windows show one pane, or the contact as an overlay. */
export function InboxPage(props: InboxContextValue) {
  const { openId } = props;
  const isWide = useMediaQuery('(min-width: 1180px)', window.innerWidth >= 1180, {
    getInitialValueInEffect: false,
  });
  const [isPinned, setPinned] = useState(true);
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  const isContextOpen = isWide ? isPinned : isOverlayOpen;

  return (
    <InboxProvider value={props}>
      <div className={classes.inbox} data-open={openId !== null || undefined}>
        <section className={classes.list} aria-label="Conversations">
          <ConversationPane />
        </section>
        <section className={classes.thread} aria-label="Messages">
          {openId === null ? (
            <NothingOpen />
          ) : (
            <ThreadPane
              key={openId}
              conversationId={openId}
              isContextOpen={isContextOpen}
              onToggleContext={() => (isWide ? setPinned(!isPinned) : setOverlayOpen(!isOverlayOpen))}
            />
          )}
        </section>
        {openId !== null && (
          <ContextPane
            conversationId={openId}
            isOverlay={!isWide}
            opened={isContextOpen}
            onClose={() => (isWide ? setPinned(false) : setOverlayOpen(false))}
          />
        )}
      </div>
      <Announcer />
    </InboxProvider>
  );
}

function Announcer() {
  const { text } = useAnnouncement();
  return <VisuallyHidden aria-live="polite">{text}</VisuallyHidden>;
}
