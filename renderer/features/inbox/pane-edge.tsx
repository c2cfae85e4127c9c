import { useDrag } from '@mantine/hooks';
import { type KeyboardEvent, useRef } from 'react';
import { t } from '../../lib/i18n.ts';
import classes from './pane-edge.module.css';
import { PANE_WIDTHS, type ResizedPane, usePaneWidth } from './pane-width.ts';

const LEAST = 260;
const MOST = 480;
/** The part of the window that a pane may take, as in the stylesheets of the panes. */
const PART = 0.28;
const STEP = 16;

/** The edge of a pane: drag it, or move it with the arrow keys. A double click or Enter restores the first width. */
export function PaneEdge({ pane }: { pane: ResizedPane }) {
  const [width, setWidth] = usePaneWidth(pane);
  const usual = PANE_WIDTHS[pane];
  const most = Math.min(MOST, Math.max(usual, Math.floor(window.innerWidth * PART)));
  const shown = within(width, most);
  const start = useRef(shown);
  // The contact's pane grows to the left.
  const side = pane === 'list' ? 1 : -1;
  const { ref, active } = useDrag<HTMLDivElement>(
    ({ first, movement: [moved] }) => {
      if (first) start.current = shown;
      setWidth(within(start.current + moved * side, most));
    },
    { axis: 'x', threshold: 2 },
  );

  function handleKeyDown(event: KeyboardEvent): void {
    const next = {
      ArrowLeft: shown - STEP * side,
      ArrowRight: shown + STEP * side,
      Home: LEAST,
      End: most,
      Enter: usual,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    setWidth(within(next, most));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be moved.
    <div
      ref={ref}
      className={classes.edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(`inbox:edges.${pane}`)}
      aria-valuemin={LEAST}
      aria-valuemax={most}
      aria-valuenow={shown}
      data-pane={pane}
      data-active={active || undefined}
      onKeyDown={handleKeyDown}
      onDoubleClick={() => setWidth(usual)}
      data-testid={`pane-edge-${pane}`}
    />
  );
}

function within(width: number, most: number): number {
  return Math.round(Math.min(most, Math.max(LEAST, width)));
}
