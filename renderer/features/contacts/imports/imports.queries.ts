import type { ContactFilter } from '../../../../shared/contract/contact-filter.ts';
import { IMPORT_REASONS } from '../../../../shared/domain/reasons/import-reasons.ts';
import { api, queries } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { serverOrigin } from '../../../lib/api/server-address.ts';
import { t } from '../../../lib/i18n.ts';
import { translateSentence } from '../../../lib/translate-sentence.ts';

export const importsOptions = () => queries.contactImports.list.queryOptions({ input: {} });

export const importOptions = (id: string) =>
  queries.contactImports.get.queryOptions({ input: { params: { id } } });

/** Refetches the imports on screen. */
export function refreshImports(): void {
  void queryClient.invalidateQueries({ queryKey: queries.contactImports.key() });
}

/** Returns a reason of an import in the current language. */
export function importReason(sentence: string): string {
  const { code, params } = IMPORT_REASONS.read(sentence);
  return code === null ? translateSentence(sentence) : translate(`contact-import:reasons.${code}`, params);
}

/** What is in the gaps of a reason comes from the server. */
const translate = t as (key: string, values: Record<string, string>) => string;

/** Downloads the rows of an import that have problems. */
export async function downloadRejected(id: string): Promise<void> {
  openDownload((await api.contactImports.rejected({ params: { id } })).url);
}

/** Downloads the contacts that pass a filter, or chosen ones. */
export async function exportContacts(choice: ContactFilter & { contacts?: string[] }): Promise<void> {
  openDownload((await api.contactImports.exportAll({ body: choice })).url);
}

/** Lets the browser store a file of the server. */
function openDownload(path: string): void {
  const link = document.createElement('a');
  link.href = new URL(path, serverOrigin()).href;
  link.download = '';
  link.click();
}
