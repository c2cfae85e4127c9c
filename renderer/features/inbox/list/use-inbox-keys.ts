import type { RefObject } from 'react';
import { type CommandCall, useCommands } from '../../../lib/commands/registry.ts';

export interface InboxKeysOptions {
  ids: readonly string[];
  activeId: string | null;
  openId: string | null;
  searchRef: RefObject<HTMLInputElement | null>;
  onMove(id: string, index: number): void;
  onOpen(id: string): void;
  onClose(): void;
  onToggleClosed(id: string): void;
}

/**
 * Offers the commands of the list. Those that change a conversation mean the chosen row while the list has the
 * focus, and the open conversation elsewhere.
 */
export function useInboxKeys(options: InboxKeysOptions): void {
  const { activeId, openId } = options;

  function move(by: 1 | -1): void {
    const { ids } = options;
    const from = activeId === null ? -1 : ids.indexOf(activeId);
    const index = Math.max(0, Math.min(ids.length - 1, from + by));
    const id = ids[index];
    if (id === undefined) return;
    document.querySelector<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true });
    options.onMove(id, index);
  }

  function toggleClosed({ isFree }: CommandCall): void {
    const target = isFree ? activeId : (openId ?? activeId);
    if (target !== null) options.onToggleClosed(target);
  }

  /** Leaves the field, and then the conversation. */
  function leave({ isTyping, target }: CommandCall): void {
    if (isTyping) target?.blur();
    else options.onClose();
  }

  const focus = (testId: string) => document.querySelector<HTMLElement>(`[data-testid="${testId}"]`);
  useCommands({
    'list.next': () => move(1),
    'list.previous': () => move(-1),
    'list.open': activeId === null ? null : () => options.onOpen(activeId),
    'list.search': () => options.searchRef.current?.focus(),
    'list.leave': leave,
    'conversation.close': activeId === null && openId === null ? null : toggleClosed,
    'conversation.snooze': openId === null ? null : () => focus('snooze')?.click(),
    'composer.reply': openId === null ? null : () => focus('composer')?.focus(),
  });
}
