import { Button, Group } from '@mantine/core';
import { IconArrowLeft, IconSend2 } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef } from 'react';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import {
  componentsFrom,
  fieldFaults,
  fieldsOf,
  type TemplateField,
  type TemplateValues,
} from '../../../shared/domain/template-fields.ts';
import { whyNotSendable } from '../../../shared/domain/template-status.ts';
import type { TemplatePick } from '../../lib/template-pick.ts';
import { Notice } from '../../ui/notice.tsx';
import { TemplateFieldInput } from './template-field.tsx';
import classes from './template-form.module.css';
import { TemplatePreview } from './template-preview.tsx';
import { exampleOf, formOf, labelOf, messageText } from './template-words.ts';

/** Fills in one template beside its preview, and sends it once nothing is missing. */
export function TemplateFill({
  template,
  values,
  onValues,
  onSend,
  onBack,
}: {
  template: Template;
  values: TemplateValues;
  onValues: (values: TemplateValues) => void;
  onSend: (pick: TemplatePick) => void;
  onBack: () => void;
}) {
  const form = formOf(template);
  const fields = fieldsOf(form);
  const faults = fieldFaults(form, values);
  const obstacle = form.unsupported ?? sentenceOf(template);
  const canSend = obstacle === null && Object.keys(faults).length === 0;
  const first = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const gap = first.current?.querySelector<HTMLElement>('input:placeholder-shown, button[type="submit"]');
    gap?.focus({ preventScroll: true });
  }, []);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!canSend) return;
    const { id: templateId, name, language } = template;
    const components = componentsFrom(form, values) as unknown as TemplatePick['components'];
    onSend({ templateId, name, language, values, components, text: messageText(form, values) });
  }

  const input = (field: TemplateField) => (
    <TemplateFieldInput
      key={field.key}
      field={field}
      label={labelOf(field)}
      example={exampleOf(template, field)}
      value={values[field.key] ?? ''}
      fault={faults[field.key]}
      onChange={(value) => onValues({ ...values, [field.key]: value })}
    />
  );
  // An agent rarely cares; whoever builds programs on the answers does.
  const behind = fields.filter((field) => field.kind === 'payload');
  const asked = fields.filter((field) => field.kind !== 'payload');

  return (
    <form ref={first} className={classes.form} onSubmit={handleSubmit} noValidate data-testid="template-form">
      <div className={classes.head}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={15} />}
          onClick={onBack}
          data-testid="template-back"
        >
          All templates
        </Button>
        <span className={classes.name}>
          {template.name} <small>{template.language}</small>
        </span>
      </div>
      {obstacle !== null && <Notice tone="warn">{obstacle}</Notice>}
      <div className={classes.columns}>
        <div className={classes.fields}>
          {asked.length === 0 && <p className={classes.nothing}>Nothing to fill in: it goes as it is.</p>}
          {asked.map(input)}
          {behind.length > 0 && (
            <details className={classes.more}>
              <summary>What your programs hear of the buttons</summary>
              <div>{behind.map(input)}</div>
            </details>
          )}
        </div>
        <div className={classes.preview}>
          <TemplatePreview form={form} values={values} />
        </div>
      </div>
      <Group className={classes.foot} justify="flex-end">
        <Button
          type="submit"
          rightSection={<IconSend2 size={17} />}
          disabled={!canSend}
          data-testid="template-send"
        >
          Send template
        </Button>
      </Group>
    </form>
  );
}

function sentenceOf(template: Template): string | null {
  const reason = whyNotSendable(template);
  return reason && `This template ${reason.message}.`;
}
