import type {
  BroadcastTest,
  BroadcastTestResult,
} from '../../../shared/contract/public/broadcasts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { parsePhone } from '../../../shared/domain/phone.ts';
import type { SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { asJson } from '../../db/define-model.ts';
import { resolveContact } from '../../features/contacts/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import type { Outbound } from '../outbound/index.ts';
import { checkedTemplate } from './create-broadcast.ts';
import { personalMessage } from './personal-message.ts';

/**
 * Sends the message of a broadcast to one number, before the broadcast: as a message of its own, with the values of a
 * contact of the audience or of the number's own. Waits for the platform's response for some seconds.
 * @throws {AppError} template_not_found; contact_not_found for `values`; validation_failed; any error of a template send.
 */
export async function sendTest(
  ctx: Context,
  sendFromApi: Outbound['sendFromApi'],
  { template, to, values }: BroadcastTest,
): Promise<BroadcastTestResult> {
  const row = await checkedTemplate(ctx, { template });
  const person = await resolveContact(ctx, values ?? to);
  if (!person && values !== undefined) throw new AppError('contact_not_found');
  const nobody = { name: '', phone: parsePhone(to), email: null, attributes: null };
  const message = personalMessage(row, template.components, person ?? nobody);
  if ('reason' in message) {
    const details = [{ path: 'values', message: 'has no value that fits for a variable of the template' }];
    throw new AppError('validation_failed', { details });
  }
  const components = asJson<SentComponent[] | null>(message.content.components) ?? [];
  const { status, error } = await sendFromApi(ctx, {
    ...{ contactId: to, createContact: true, type: 'template' },
    ...{ templateName: template.name, templateLanguage: template.language },
    components: components as typeof template.components,
  });
  return { status, error };
}
