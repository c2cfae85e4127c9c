import { type RefObject, useEffect, useEffectEvent } from 'react';
import { clearSelection, selectRange, toggleSelected, useSelection } from '../work/selection.store.ts';
import { focusList, pickFor, targetsOf, useWork } from '../work/use-work.ts';

export interface InboxKeysOptions {
  ids: readonly string[];
  activeId: string | null;
  openId: string | null;
  searchRef: RefObject<HTMLInputElement | null>;
  onMove(id: string, index: number): void;
  onOpen(id: string): void;
  onClose(): void;
}

/**
 * Handles the keys of the inbox: J, K and the arrows move, Enter opens, `/` searches, R focuses the composer, X
 * selects, Shift+J and Shift+K extend the selection, and Esc leaves the field, the selection and the conversation.
 * E (close), H (snooze), A (assign), L (label) and U (unread) act on the selection, or else on the conversation that
 * is chosen. Single keys work only while no field has the focus.
 */
export function useInboxKeys(options: InboxKeysOptions): void {
  const { change, toggleClosed } = useWork();
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
    if (key === 'J') return () => extend(1);
    if (key === 'K') return () => extend(-1);
    if (key === 'j' || (isFree && key === 'ArrowDown')) return () => move(1);
    if (key === 'k' || (isFree && key === 'ArrowUp')) return () => move(-1);
    if (key === '/') return () => options.searchRef.current?.focus();
    if (key === 'r') return () => document.querySelector<HTMLElement>('[data-testid="composer"]')?.focus();
    const { activeId, openId, ids } = options;
    const chosen = isFree ? activeId : (openId ?? activeId);
    const targets = targetsOf(chosen);
    if (key === 'x' && activeId !== null && ids.includes(activeId)) return () => toggleSelected(activeId);
    if (key === 'e' && targets.length > 0) return () => toggleClosed(targets);
    if (key === 'u' && targets.length > 0) return () => void change(targets, { unread: true });
    if (key === 'h') return () => pickFor('snooze', chosen, openId);
    if (key === 'a') return () => pickFor('assign', chosen, openId);
    if (key === 'l') return () => pickFor('label', chosen, openId);
    if (key === 'Enter' && isFree && activeId !== null) return () => options.onOpen(activeId);
    return null;
  }

  function move(by: 1 | -1): void {
    const { ids, activeId } = options;
    const from = activeId === null ? -1 : ids.indexOf(activeId);
    const index = Math.max(0, Math.min(ids.length - 1, from + by));
    const id = ids[index];
    if (id === undefined) return;
    focusList();
    options.onMove(id, index);
  }

  /** Selects the chosen row and the one that is moved to. */
  function extend(by: 1 | -1): void {
    const { ids, activeId } = options;
    const next = ids[(activeId === null ? -1 : ids.indexOf(activeId)) + by];
    if (next === undefined) return;
    selectRange(next, ids, activeId);
    move(by);
  }

  function handleEscape(isTyping: boolean, target: HTMLElement | null): void {
    if (isTyping) target?.blur();
    else if (useSelection.getState().ids.size > 0) clearSelection();
    else options.onClose();
  }

  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
