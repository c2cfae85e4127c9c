import { useEffect, useEffectEvent } from 'react';
import { toggleTemplates } from './template-area.store.ts';

/**
 * Opens and closes the templates with Alt+T, anywhere in a conversation. Ctrl+T and ⌘T work only in the
 * desktop app, because browsers use them for tabs.
 */
export function useTemplateKey(conversationId: string, isForced: boolean): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    // By key code, because Alt changes the character on some systems.
    if (event.code !== 'KeyT' || event.shiftKey || event.repeat) return;
    const isAlt = event.altKey && !event.ctrlKey && !event.metaKey;
    const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey;
    if (!isAlt && !isCommand) return;
    if (event.target instanceof HTMLElement && event.target.closest('[role="dialog"]')) return;
    event.preventDefault();
    // The templates are already open and cannot be closed.
    if (isForced) document.querySelector<HTMLElement>('[data-testid="template-search"]')?.focus();
    else toggleTemplates(conversationId);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
