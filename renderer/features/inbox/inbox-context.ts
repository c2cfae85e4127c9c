import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { TemplateDraft, TemplatePick } from '../../lib/template-pick.ts';

/** What the parts of the inbox need to know about their surroundings. */
export interface InboxContextValue {
  session: Session;
  /** The open conversation. */
  openId: string | null;
  onOpen(conversationId: string): void;
  onClose(): void;
  /** Goes to where a number is connected; null for those who may not. */
  onConnect: (() => void) | null;
  /** The contact's card, which another feature owns. */
  renderContact(contactId: string): ReactNode;
  /** The choice of a template and its form, which another feature owns. */
  renderTemplates(props: {
    draft: TemplateDraft | null;
    onDraft(draft: TemplateDraft | null): void;
    onSend(pick: TemplatePick): void;
  }): ReactNode;
}

const InboxContext = createContext<InboxContextValue | null>(null);

export const InboxProvider = InboxContext.Provider;

/** The surroundings of the inbox; only inside the inbox page. */
export function useInbox(): InboxContextValue {
  const value = useContext(InboxContext);
  if (!value) throw new Error('useInbox is for parts of the inbox page');
  return value;
}
