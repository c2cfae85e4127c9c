import { VisuallyHidden } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { type CSSProperties, lazy, Suspense, useEffect, useState } from 'react';
import { useCommands } from '../../lib/commands/registry.ts';
import { closeNumber, useNumberToEdit } from '../../lib/contact-number.store.ts';
import { loadPhoneRules } from '../../lib/format/format-phone.ts';
import { loadLaterTexts, t } from '../../lib/i18n.ts';
import { later } from '../../ui/overlays/later.tsx';
import { useAnnouncement } from './announcements.store.ts';
import classes from './inbox.module.css';
import { type InboxContextValue, InboxProvider } from './inbox-context.ts';
import { ConversationPane } from './list/conversation-pane.tsx';
import { usePaneWidth } from './pane-width.ts';
import { ThreadSkeleton } from './thread/list/thread-states.tsx';
import { NothingOpen } from './thread/nothing-open.tsx';

const loadThread = () => Promise.all([import('./thread/thread-pane.tsx'), loadLaterTexts()]);

const ThreadPane = lazy(async () => {
  const [[{ ThreadPane }]] = await Promise.all([loadThread(), loadPhoneRules()]);
  return { default: ThreadPane };
});
const PaneEdge = later(async () => (await import('./thread/thread-pane.tsx')).PaneEdge);
const ContextPane = later(async () => (await import('./thread/context-pane.tsx')).ContextPane);

/** The shared inbox: list, thread, contact. Narrow windows show one pane, or the contact as an overlay. */
export function InboxPage(props: InboxContextValue) {
  const { openId } = props;
  const isWide = useMediaQuery('(min-width: 1180px)', window.innerWidth >= 1180, {
    getInitialValueInEffect: false,
  });
  const [isPinned, setPinned] = useLocalStorage({
    key: 'switchboard.contact-pane',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const [listWidth] = usePaneWidth('list');
  const [isThreadLoaded, setThreadLoaded] = useState(false);
  const [isOverlayOpen, setOverlayOpen] = useState(false);
  // A number that is being corrected stays on the screen when the window becomes narrow or wide.
  const isNumberOpen = useNumberToEdit(({ contactId }) => contactId !== null);
  const isContextOpen = isNumberOpen || (isWide ? isPinned : isOverlayOpen);
  const showContext = (isShown: boolean) => {
    if (!isShown) closeNumber();
    if (isWide) setPinned(isShown);
    else setOverlayOpen(isShown);
  };
  const toggleContext = () => showContext(!isContextOpen);
  useCommands({ 'conversation.contact': openId === null ? null : toggleContext });
  // The list is shown first. By the time a person opens a conversation, its code is there.
  useEffect(() => {
    const load = () =>
      loadThread().then(
        () => setThreadLoaded(true),
        () => undefined,
      );
    const idle = requestIdleCallback(() => void load(), { timeout: 2_000 });
    return () => cancelIdleCallback(idle);
  }, []);

  return (
    <InboxProvider value={props}>
      <div className={classes.inbox} data-open={openId !== null || undefined}>
        <section
          className={classes.list}
          style={{ '--pane-width': `${listWidth}px` } as CSSProperties}
          aria-label={t('inbox:page.conversations')}
        >
          <ConversationPane />
          {isThreadLoaded && <PaneEdge pane="list" />}
        </section>
        <section className={classes.thread} aria-label={t('inbox:page.messages')}>
          {openId === null ? (
            <NothingOpen />
          ) : (
            <Suspense fallback={<ThreadSkeleton />}>
              <ThreadPane
                key={openId}
                conversationId={openId}
                isContextOpen={isContextOpen}
                onToggleContext={toggleContext}
              />
            </Suspense>
          )}
        </section>
        {openId !== null && (
          <ContextPane
            conversationId={openId}
            isOverlay={!isWide}
            opened={isContextOpen}
            onClose={() => showContext(false)}
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
