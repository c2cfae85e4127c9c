import {
  type BroadcastExclusion,
  type BroadcastPerson,
  fillForContact,
  mapTexts,
  placeholderError,
  textsOf,
} from '../../../shared/domain/broadcasts.ts';
import type { ErrorDetail } from '../../../shared/domain/errors.ts';
import { checkTemplate, type SentComponent } from '../../../shared/domain/templates/template-check.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { whyNotSendable } from '../../../shared/domain/templates/template-status.ts';
import { asJson } from '../../db/define-model.ts';
import type { ContactRow } from '../../db/models/contact.model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import type { OutgoingContent } from '../outbound/outgoing-content.ts';
import { renderTemplate } from '../templates/render-template.ts';

/** Returns what is wrong with a template and its values, before anybody's are filled in. */
export function templateProblems(
  row: TemplateRow,
  components: readonly SentComponent[],
  attributes: ReadonlySet<string>,
): ErrorDetail[] {
  const state = whyNotSendable(row);
  if (state) return [{ path: 'template.name', message: state.message }];
  const form = formOf(row);
  if (form.unsupported) return [{ path: 'template.name', message: form.unsupported }];
  const unknown = textsOf(components, 'template.components').flatMap(({ path, text }) => {
    const message = placeholderError(text, attributes);
    return message === null ? [] : [{ path, message }];
  });
  if (unknown.length > 0) return unknown;
  return checkTemplate(form, components).map(({ path, message }) => ({ path: `template.${path}`, message }));
}

/** Returns the message of a contact, or the reason why they cannot get one. */
export function personalMessage(
  row: TemplateRow,
  components: readonly SentComponent[],
  contact: Pick<ContactRow, 'name' | 'phone' | 'email' | 'attributes'>,
): { content: OutgoingContent } | { reason: BroadcastExclusion } {
  const attributes =
    contact.attributes === null ? {} : asJson<BroadcastPerson['attributes']>(contact.attributes);
  const person = { name: contact.name, phone: contact.phone, email: contact.email, attributes };
  let isMissing = false;
  const filled = mapTexts(components, '', (text) => {
    const value = fillForContact(text, person);
    if (value === null) isMissing = true;
    return value ?? '';
  });
  if (isMissing) return { reason: 'missing_value' };
  if (checkTemplate(formOf(row), filled).length > 0) return { reason: 'invalid_value' };
  return {
    content: {
      ...NO_CONTENT,
      ...{ type: 'template', templateName: row.name, templateLanguage: row.language },
      components: filled.length === 0 ? null : JSON.stringify(filled),
      ...renderTemplate(row, filled),
    },
  };
}

function formOf(row: TemplateRow) {
  return readTemplateForm({ components: asJson(row.components), parameterFormat: row.parameterFormat });
}
