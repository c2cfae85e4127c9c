import { createContext, type ReactNode, useContext } from 'react';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import type { TemplateDraft, TemplatePick } from '../../lib/template-pick.ts';
import type { ListFilter } from './list/conversation-order.ts';
import type { ListedView } from './views.ts';

/** What the app provides to the components of the inbox. */
export interface InboxContextValue {
  session: Session;
  /** The open conversation. */
  openId: string | null;
  /** The message that the address leads to, until it is shown. */
  linkedMessageId: string | null;
  /** Takes the message out of the address, once it is shown. */
  onLinked(): void;
  /** The view on screen, which is in the address. */
  view: ListedView;
  /** What the view is narrowed to, which is in the address too. The same object while it does not change. */
  filter: ListFilter;
  /** Opens a view, narrowed as now, or as given. */
  onView(view: ListedView, filter?: ListFilter): void;
  onOpen(conversationId: string): void;
  onClose(): void;
  /** Opens the page to connect a number; null for people who may not connect one. */
  onConnect: (() => void) | null;
  /** Renders the contact card, which belongs to another feature. */
  renderContact(contactId: string): ReactNode;
  /** Renders the template picker, which belongs to another feature. */
  renderTemplates(props: {
    /** Who gets the template; null until the conversation is loaded. */
    contactId: string | null;
    draft: TemplateDraft | null;
    onDraft(draft: TemplateDraft | null): void;
    /** `sendAt`: when it is sent, if not now. */
    onSend(pick: TemplatePick, sendAt?: Date): void;
    /** Renders the choice of a later time, which belongs to the inbox. */
    renderLater(canSend: boolean, onSchedule: (sendAt: Date) => void): ReactNode;
  }): ReactNode;
}

const InboxContext = createContext<InboxContextValue | null>(null);

export const InboxProvider = InboxContext.Provider;

/** Returns the context of the inbox. Only for components inside the inbox page. */
export function useInbox(): InboxContextValue {
  const value = useContext(InboxContext);
  if (!value) throw new Error('useInbox is for parts of the inbox page');
  return value;
}
