import type { Platform } from '../../platform.ts';
import { templateFault } from '../../templates/template-fault.ts';

/**
 * Deletes every language of a name; with `hsm_id`, that one alone.
 * @throws {GraphFault} when nothing has this name, or the id is another template's.
 */
export function removeTemplates(
  { templates, notices }: Platform,
  wabaId: string,
  { name, hsm_id: id }: Readonly<Record<string, unknown>>,
): void {
  if (typeof name !== 'string' || name === '') throw templateFault('The parameter name is required.');
  const found = templates
    .of(wabaId)
    .filter((one) => one.name === name && (id === undefined || one.id === id));
  if (found.length === 0) throw templateFault('There is no such template.', 2593002);
  for (const template of found) {
    templates.remove(template);
    notices.status({ ...template, status: 'DELETED' }, 'DELETED');
  }
}
