import { useLayoutEffect, useRef } from 'react';
import classes from './message-list.module.css';
import { ListEnd, ListStart } from './message-list-ends.tsx';
import type { ThreadEntry } from './thread-entries.ts';
import { ThreadRow } from './thread-row.tsx';

/** Fills the tallest screens: a row is at least 28 pixels high. */
const ROWS = 40;

/**
 * The last messages as the list will show them. Covers the list for the few frames in which it measures its
 * rows, so that a conversation in memory is on the screen in one frame (decision 0262).
 */
export function ThreadPreview({
  conversationId,
  entries,
}: {
  conversationId: string;
  entries: readonly ThreadEntry[];
}) {
  const cover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = cover.current;
    if (element === null) return;
    element.scrollTop = element.scrollHeight;
    // The same messages are in the list below, which is what tests must find.
    for (const marked of element.querySelectorAll('[data-testid]')) marked.removeAttribute('data-testid');
  });
  return (
    <div ref={cover} className={classes.cover} data-preview aria-hidden="true" inert>
      {entries.length <= ROWS && <ListStart context={{ conversationId }} />}
      {entries.slice(-ROWS).map((entry) => (
        <ThreadRow key={entry.key} entry={entry} />
      ))}
      <ListEnd />
    </div>
  );
}
