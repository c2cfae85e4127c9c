import { readTemplateForm, type TemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { segmentsOf } from '../../../shared/domain/templates/template-text.ts';
import { asJson } from '../../db/define-model.ts';
import type { TemplateRow } from '../../db/models/template.model.ts';

/** A component with the parameters of a send. */
interface Sent {
  type: string;
  parameters?: readonly Readonly<Record<string, unknown>>[] | undefined;
}

/** What the customer reads, stored with the message because the template can change later. */
export interface RenderedTemplate {
  /** The text in one piece, for previews, search and the API. */
  content: string;
  /** The same text in parts, and the labels of the buttons, as JSON. */
  payload: string;
}

/** Returns the text of a sent template with its values (decision 0263). */
export function renderTemplate(row: TemplateRow, components: readonly Sent[]): RenderedTemplate {
  const form = readTemplateForm({
    components: asJson(row.components),
    parameterFormat: row.parameterFormat,
  });
  const header = form.header?.kind === 'text' ? filled(form, 'header', form.header, components) : null;
  const body = filled(form, 'body', form.body, components);
  const buttons = form.buttons.map(({ kind, label }) => ({ kind, label }));
  const content = [header, body, form.footer].filter(Boolean).join('\n\n');
  return { content, payload: JSON.stringify({ rendered: { header, body, footer: form.footer, buttons } }) };
}

function filled(
  { isNamed }: TemplateForm,
  part: 'header' | 'body',
  { text, variables }: { text: string; variables: readonly string[] },
  components: readonly Sent[],
): string {
  const parameters = components.find(({ type }) => type.toLowerCase() === part)?.parameters ?? [];
  const filledIn = (variable: string) => {
    const parameter = isNamed
      ? parameters.find((one) => one.parameter_name === variable)
      : parameters[variables.indexOf(variable)];
    return parameter && textOf(parameter);
  };
  return segmentsOf(text)
    .map((segment) =>
      segment.variable === null ? segment.text : (filledIn(segment.variable) ?? segment.text),
    )
    .join('');
}

/** Returns a parameter as the platform prints it. Amounts and times have a text for exactly this. */
function textOf(parameter: Readonly<Record<string, unknown>>): string | undefined {
  const value = parameter[String(parameter.type)];
  if (typeof value === 'string') return value;
  const { fallback_value } = (value ?? {}) as Record<string, unknown>;
  return typeof fallback_value === 'string' ? fallback_value : undefined;
}
