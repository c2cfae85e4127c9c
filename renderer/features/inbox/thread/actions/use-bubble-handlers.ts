import { type FocusEvent, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { activateBubble, deactivateBubble, openOfBubble, useBubbleActions } from './bubble-actions.store.ts';

const LONG_PRESS_MS = 450;

/**
 * Returns what a bubble needs to show its toolbar under the pointer and with the focus, and to open its menu with
 * Enter, the menu key or a long press.
 */
export function useBubbleHandlers(id: string, onReply: (() => void) | null) {
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const cancel = () => clearTimeout(press.current);
  return {
    tabIndex: -1,
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') activateBubble(id);
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') deactivateBubble(id);
      cancel();
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') return;
      press.current = setTimeout(() => openOfBubble(id, 'menu'), LONG_PRESS_MS);
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
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
