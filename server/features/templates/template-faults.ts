import type { ErrorDetail } from '../../../shared/domain/errors.ts';
import { checkTemplate, type SentComponent } from '../../../shared/domain/template-check.ts';
import { readTemplateForm } from '../../../shared/domain/template-form.ts';
import { whyNotSendable } from '../../../shared/domain/template-status.ts';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';

/** Why the platform would refuse this send of a template that we know; empty when it would not. */
export function faultsOfSend(row: TemplateRow, components: readonly SentComponent[]): ErrorDetail[] {
  const state = whyNotSendable(row);
  if (state) return [state];
  return checkTemplate(formOf(row), components);
}

export function formOf(row: TemplateRow) {
  return readTemplateForm({ components: asJson(row.components), parameterFormat: row.parameterFormat });
}
