import { contactTitle } from '../../lib/contact-title.ts';
import type { ViewExtent } from './conversation-order.ts';
import { useConversations } from './conversations.store.ts';
import { useInboxViews, viewKey } from './inbox-views.store.ts';

/** How far a view reaches among the conversations that are here; null when the list was never loaded. */
export function localExtent(search: string): ViewExtent | null {
  const all = useInboxViews.getState()[viewKey('all', '')];
  if (all?.phase !== 'ready') return null;
  return search === '' ? { horizon: all.horizon, found: null } : { horizon: null, found: findHere(search) };
}

/** By name, or by the digits of the number. */
function findHere(search: string): ReadonlySet<string> {
  const wanted = search.toLocaleLowerCase();
  const digits = search.replace(/\D/g, '');
  const found = Object.values(useConversations.getState().byId).filter(
    ({ contact }) =>
      contactTitle(contact).toLocaleLowerCase().includes(wanted) ||
      (digits !== '' && (contact.phone ?? '').includes(digits)),
  );
  return new Set(found.map(({ id }) => id));
}
