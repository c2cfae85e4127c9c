import type {
  ContactChoice,
  ContactsChange,
} from '../../../../shared/contract/contacts/contacts-page.contract.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';

/** Returns the query for the latest changes of many contacts. */
export const actionsOptions = () => queries.contactsPage.actions.queryOptions({ input: {} });

/** Fetches the changes of many contacts again. */
export function refreshActions(): void {
  void queryClient.invalidateQueries({ queryKey: queries.contactsPage.actions.key() });
}

/** Starts a change of many contacts; returns its id. */
export async function changeContacts(choice: ContactChoice, change: ContactsChange): Promise<string> {
  const { id } = await api.contactsPage.change({ body: { choice, change } });
  refreshActions();
  return id;
}

/** Starts to delete many contacts; returns the id of that. */
export async function deleteContacts(choice: ContactChoice): Promise<string> {
  const { id } = await api.contactsPage.remove({ body: { choice } });
  refreshActions();
  return id;
}

/** Undoes a change of many contacts, or stops it. */
export async function undoAction(id: string): Promise<void> {
  await api.contactsPage.undo({ params: { id } });
  refreshActions();
}
