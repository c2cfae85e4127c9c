import { create } from 'zustand';

/** The conversation whose composer shows the templates although free text is allowed; null for none. */
export const useTemplateArea = create<{ openIn: string | null }>(() => ({ openIn: null }));

/** Shows the templates in a conversation. */
export function openTemplates(conversationId: string): void {
  useTemplateArea.setState({ openIn: conversationId });
}

/** Hides the templates. */
export function closeTemplates(): void {
  useTemplateArea.setState({ openIn: null });
}

/** Shows or hides the templates. */
export function toggleTemplates(conversationId: string): void {
  const { openIn } = useTemplateArea.getState();
  useTemplateArea.setState({ openIn: openIn === conversationId ? null : conversationId });
}
