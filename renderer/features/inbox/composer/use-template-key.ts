import { useEffect, useEffectEvent } from 'react';
import { toggleTemplates } from './template-area.store.ts';

/**
 * Alt+T opens the templates from anywhere in a conversation, and closes them. Ctrl+T and ⌘T do where they
 * reach the page: in the desktop's window, for a browser keeps them for its own tabs.
 */
export function useTemplateKey(conversationId: string, isForced: boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // By its place on the keyboard: with Alt some systems make another character of it.
    if (event.code !== 'KeyT' || event.shiftKey || event.repeat) return;
    const isAlt = event.altKey && !event.ctrlKey && !event.metaKey;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isAlt && !isCommand) return;
    if (event.target instanceof HTMLElement && event.target.closest('[role="dialog"]')) return;
    event.preventDefault();
    // They are there already, and stay.
    if (isForced) document.querySelector<HTMLElement>('[data-testid="template-search"]')?.focus();
    else toggleTemplates(conversationId);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
