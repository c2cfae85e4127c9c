import type {
  BroadcastPreview,
  BroadcastTest,
  BroadcastTestResult,
} from '../../../shared/contract/broadcast-planning.contract.ts';
import type { Message } from '../../../shared/contract/messages.contract.ts';
import type { CreateBroadcast } from '../../../shared/contract/public/broadcasts.contract.ts';
import type { SendMessage } from '../../../shared/contract/send-message.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { isId } from '../../../shared/domain/ids.ts';
import { parsePhone } from '../../../shared/domain/phone.ts';
import { BROADCAST_RECIPIENTS_MAX } from '../../../shared/domain/templates/broadcasts.ts';
import type { SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { asJson } from '../../db/define-model.ts';
import { broadcastSettingsOf, countAudience, sampleAudience } from '../../features/broadcasts/index.ts';
import { findContact, resolveContact } from '../../features/contacts/index.ts';
import type { Context } from '../../kernel/context/context.ts';
import { encodeId } from '../../kernel/ids.ts';
import { audienceOf, checkedTemplate } from './create-broadcast.ts';
import { estimateCost } from './estimate-cost.ts';
import { personalMessage } from './personal-message.ts';

/** What people see of a broadcast before it begins (decision 0304). */

const SAMPLES = 3;

/**
 * Returns who would get a broadcast, and what some of them would read. Without a name, nobody counts as reached.
 * @throws {AppError} template_not_found; contact_not_found; segment_not_found; validation_failed.
 */
export async function previewBroadcast(
  ctx: Context,
  input: Pick<CreateBroadcast, 'template' | 'audience'> & { name?: string | undefined },
): Promise<BroadcastPreview> {
  const template = await checkedTemplate(ctx, input);
  const audience = await audienceOf(ctx, input.audience);
  const name = input.name ?? '';
  const { groups, ...counts } = await countAudience(ctx, audience, {
    name,
    max: BROADCAST_RECIPIENTS_MAX + 1,
  });
  const { prices } = await broadcastSettingsOf(ctx);
  const samples: BroadcastPreview['samples'] = [];
  for (const { id } of await sampleAudience(ctx, audience, { name, limit: SAMPLES })) {
    const contact = await findContact(ctx, id);
    if (!contact) continue;
    const message = personalMessage(template, input.template.components, contact);
    const person = { id: encodeId('contact', id), name: contact.name, phone: contact.phone };
    samples.push({ contact: person, text: 'content' in message ? message.content.content : null });
  }
  return { counts, samples, cost: estimateCost(prices, template.category, groups) };
}

/** Sends a message as for the API: with its checks, and after a while with the platform's response. */
export type SendFromApi = (ctx: Context, input: SendMessage) => Promise<Message>;

/**
 * Sends the message of a broadcast to one number, before the broadcast: as a message of its own, with the values of a
 * contact of the audience or of the number's own. Waits for the platform's response for some seconds.
 * @throws {AppError} template_not_found; contact_not_found for `values`; validation_failed; any error of a template send.
 */
export async function sendTest(
  ctx: Context,
  sendFromApi: SendFromApi,
  { template, to, values }: BroadcastTest,
): Promise<BroadcastTestResult> {
  const row = await checkedTemplate(ctx, { template });
  const person = await resolveContact(ctx, values ?? to);
  // A number without a contact gets one.
  if (!person && (values !== undefined || isId('contact', to))) throw new AppError('contact_not_found');
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
