import { firstName, type ReplyValues } from '../../../../shared/domain/saved-reply.ts';
import { nextOpening, openingLanguage } from '../../../../shared/domain/time/next-opening.ts';
import { useResponseRules } from '../business-hours/response-rules.ts';
import { useInbox } from '../inbox-context.ts';
import { useConversations } from '../list/conversations.store.ts';

/** Returns the values of the variables for a message in this conversation by the signed-in person. */
export function useReplyValues(conversationId: string): ReplyValues {
  const { hours } = useResponseRules();
  const { session } = useInbox();
  const known = useConversations((state) => state.byId[conversationId]?.contact.name ?? '');
  // A contact without a name has its number for one, which is no way to address a customer.
  const contact = /\p{L}/u.test(known) ? known : '';
  return {
    'contact.name': contact,
    'contact.first_name': firstName(contact),
    'agent.name': session.user.name,
    'workspace.name': session.workspace.name,
    'workspace.next_opening': (text) => nextOpening(hours, new Date(), openingLanguage(text)) ?? '',
  };
}
