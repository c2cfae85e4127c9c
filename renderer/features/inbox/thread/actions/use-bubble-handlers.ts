import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react';
import { useLongPress } from '../../../../ui/hooks/use-long-press.ts';
import { activateBubble, deactivateBubble, openOfBubble, useBubbleActions } from './bubble-actions.store.ts';

/**
 * Returns what a bubble needs to show its toolbar under the pointer and with the focus, and to open its menu with
 * Enter, the menu key or a long press.
 */
export function useBubbleHandlers(id: string, onReply: (() => void) | null) {
  const { handlers } = useLongPress(() => openOfBubble(id, 'menu'));
  return {
    ...handlers,
    tabIndex: -1,
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') activateBubble(id);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') deactivateBubble(id);
    },
    onFocus: () => activateBubble(id),
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) deactivateBubble(id);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget) return;
      const { key, shiftKey } = event;
      if (key === 'Enter' || key === 'ContextMenu' || (shiftKey && key === 'F10')) openOfBubble(id, 'menu');
      else if (key === 'r' && onReply) onReply();
      else if (key === 'Escape') event.currentTarget.closest<HTMLElement>('[role="log"]')?.focus();
      else return;
      event.preventDefault();
      // Enter and R have another meaning outside of a bubble.
      event.nativeEvent.stopImmediatePropagation();
    },
  };
}

/** Returns whether the toolbar of a message is on the screen. */
export function useIsBubbleActive(id: string): boolean {
  return useBubbleActions(({ activeId }) => activeId === id);
}

/** Moves the focus along the bubbles of a thread with the up and down arrows. */
export function moveAlongBubbles(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  const list = event.currentTarget;
  const { target } = event;
  const bubble = target instanceof HTMLElement && target.matches('article') ? target : null;
  if (target !== list && bubble === null) return;
  const next = nextBubble(list, bubble, event.key === 'ArrowUp' ? -1 : 1);
  if (!next) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
  next.scrollIntoView({ block: 'nearest' });
}

function nextBubble(list: HTMLElement, from: HTMLElement | null, by: 1 | -1): HTMLElement | undefined {
  const bubbles = [...list.querySelectorAll<HTMLElement>('article[tabindex]')];
  if (from) return bubbles[bubbles.indexOf(from) + by];
  const { top, bottom } = list.getBoundingClientRect();
  const isShown = (one: HTMLElement) => {
    const box = one.getBoundingClientRect();
    return box.bottom <= bottom && box.top >= top;
  };
  return by === -1 ? bubbles.findLast(isShown) : bubbles.find(isShown);
}
