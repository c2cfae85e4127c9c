import { type RefObject, useEffect, useEffectEvent } from 'react';

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
 * Handles the keys of the inbox: J, K and the arrows move, Enter opens, `/` searches, R focuses the composer,
 * E closes or reopens the chosen conversation, H snoozes the open one, Esc leaves the field and then the conversation. Single keys work only while no field has the focus.
 */
export function useInboxKeys(options: InboxKeysOptions): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest('[role="dialog"], [role="menu"]')) return;
    const isTyping = target?.matches('input, textarea, select, [contenteditable="true"]') ?? false;
    if (event.key === 'Escape') return handleEscape(isTyping, target);
    if (isTyping) return;
    // Arrows scroll the thread and Enter presses buttons; the list handles them only where nothing else does.
    const isFree = target === null || target === document.body || target.closest('[role="listbox"]') !== null;
    const command = commandOf(event.key, isFree);
    if (!command) return;
    event.preventDefault();
    command();
  });

  function commandOf(key: string, isFree: boolean): (() => void) | null {
    if (key === 'j' || (isFree && key === 'ArrowDown')) return () => move(1);
    if (key === 'k' || (isFree && key === 'ArrowUp')) return () => move(-1);
    if (key === '/') return () => options.searchRef.current?.focus();
    if (key === 'r') return () => document.querySelector<HTMLElement>('[data-testid="composer"]')?.focus();
    if (key === 'h') return () => document.querySelector<HTMLElement>('[data-testid="snooze"]')?.click();
    const { activeId } = options;
    const target = isFree ? activeId : (options.openId ?? activeId);
    if (key === 'e' && target !== null) return () => options.onToggleClosed(target);
    if (key === 'Enter' && isFree && activeId !== null) return () => options.onOpen(activeId);
    return null;
  }

  function move(by: 1 | -1): void {
    const { ids, activeId } = options;
    const from = activeId === null ? -1 : ids.indexOf(activeId);
    const index = Math.max(0, Math.min(ids.length - 1, from + by));
    const id = ids[index];
    if (id === undefined) return;
    document.querySelector<HTMLElement>('[role="listbox"]')?.focus({ preventScroll: true });
    options.onMove(id, index);
  }

  function handleEscape(isTyping: boolean, target: HTMLElement | null): void {
    if (isTyping) target?.blur();
    else options.onClose();
  }

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
