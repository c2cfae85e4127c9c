import { useCommands } from '../../../lib/commands/registry.ts';
import { toggleTemplates } from './template-area.store.ts';

/** Offers the command that opens and closes the templates of a conversation. */
export function useTemplateKey(conversationId: string, isForced: boolean): void {
  useCommands({
    'composer.templates': () => {
      // The templates are already open and cannot be closed.
      if (isForced) document.querySelector<HTMLElement>('[data-testid="template-search"]')?.focus();
      else toggleTemplates(conversationId);
    },
  });
}
