import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { IconArrowLeft, IconSend2 } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import {
  componentsFrom,
  fieldErrors,
  fieldsOf,
  type TemplateField,
  type TemplateValues,
} from '../../../shared/domain/templates/template-fields.ts';
import { CODE_MAX } from '../../../shared/domain/templates/template-parameter.ts';
import { t } from '../../lib/i18n.ts';
import type { TemplatePick } from '../../lib/template-pick.ts';
import { Notice } from '../../ui/notice.tsx';
import { whyBlocked, whyUnsupported } from './platform-text.ts';
import classes from './template-form.module.css';
import { TemplatePreview } from './template-preview.tsx';
import { exampleOf, formOf, labelOf, messageText } from './template-text.ts';

/** The form of a template, next to its preview. It can be sent once nothing is missing. */
export function TemplateFill({
  template,
  values,
  known,
  last,
  onValues,
  onSend,
  renderLater,
  onBack,
}: {
  template: Template;
  values: TemplateValues;
  /** The values that the contact has. */
  known: TemplateValues;
  /** The values that this person last sent with the template. */
  last: TemplateValues;
  onValues: (values: TemplateValues) => void;
  onSend: (pick: TemplatePick, sendAt?: Date) => void;
  /** The choice of a later time. */
  renderLater: (canSend: boolean, onSchedule: (sendAt: Date) => void) => ReactNode;
  onBack: () => void;
}) {
  const form = formOf(template);
  const fields = fieldsOf(form);
  const errors = fieldErrors(form, values);
  const obstacle = whyUnsupported(form) ?? whyBlocked(template);
  const canSend = obstacle === null && Object.keys(errors).length === 0;
  const first = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const gap = first.current?.querySelector<HTMLElement>('input:placeholder-shown, button[type="submit"]');
    gap?.focus({ preventScroll: true });
  }, []);

  function send(sendAt?: Date): void {
    if (!canSend) return;
    const { id: templateId, name, language } = template;
    const components = componentsFrom(form, values) as unknown as TemplatePick['components'];
    onSend({ templateId, name, language, values, components, text: messageText(form, values) }, sendAt);
  }

  const input = (field: TemplateField) => (
    <TemplateFieldInput
      key={field.key}
      field={field}
      label={labelOf(field)}
      example={exampleOf(template, field)}
      value={values[field.key] ?? ''}
      last={last[field.key] ?? ''}
      isOfContact={known[field.key] !== undefined && values[field.key] === known[field.key]}
      isInvalid={errors[field.key] !== undefined}
      onChange={(value) => onValues({ ...values, [field.key]: value })}
    />
  );
  // Agents rarely need these; developers of integrations do.
  const payloads = fields.filter((field) => field.kind === 'payload');
  const visible = fields.filter((field) => field.kind !== 'payload');

  return (
    <form
      ref={first}
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
      data-testid="template-form"
    >
      <div className={classes.head}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<IconArrowLeft size={15} />}
          onClick={onBack}
          data-testid="template-back"
        >
          {t('templates:form.back')}
        </Button>
        <span className={classes.name}>
          {template.name} <small>{template.language}</small>
        </span>
      </div>
      {obstacle !== null && <Notice tone="warn">{obstacle}</Notice>}
      <div className={classes.columns}>
        <div className={classes.fields}>
          {visible.length === 0 && <p className={classes.nothing}>{t('templates:form.nothing')}</p>}
          {visible.map(input)}
          {payloads.length > 0 && (
            <details className={classes.more}>
              <summary>{t('templates:form.payloads')}</summary>
              <div>{payloads.map(input)}</div>
            </details>
          )}
        </div>
        <div className={classes.preview}>
          <TemplatePreview form={form} values={values} />
        </div>
      </div>
      <Group className={classes.foot} justify="flex-end" gap="xs">
        {renderLater(canSend, send)}
        <Button
          type="submit"
          rightSection={<IconSend2 size={17} />}
          disabled={!canSend}
          data-testid="template-send"
        >
          {t('templates:form.send')}
        </Button>
      </Group>
    </form>
  );
}

interface TemplateFieldProps {
  field: TemplateField;
  label: string;
  example: string;
  value: string;
  /** The value that was last sent; empty: none. It is offered where the field is empty. */
  last: string;
  /** Whether the value comes from the contact. */
  isOfContact: boolean;
  /** The error is shown once the person has left the field. */
  isInvalid: boolean;
  onChange(value: string): void;
}

/** A field to fill in. A file is entered as a link. */
function TemplateFieldInput({
  field,
  label,
  example,
  value,
  last,
  isOfContact,
  isInvalid,
  onChange,
}: TemplateFieldProps) {
  const [isLeft, setLeft] = useState(false);
  const showsError = isInvalid && isLeft && value !== '';
  const isNumber = field.kind === 'latitude' || field.kind === 'longitude';
  return (
    <TextInput
      label={label}
      description={
        isOfContact ? (
          t('templates:form.ofContact')
        ) : value === '' && last !== '' ? (
          <Anchor
            {...{ component: 'button', type: 'button', size: 'xs', ta: 'start' }}
            onClick={() => onChange(last)}
            data-testid={`template-last-${field.key}`}
          >
            {t('templates:form.last', { value: last })}
          </Anchor>
        ) : (
          hintOf(field)
        )
      }
      placeholder={example === '' ? undefined : t('templates:form.example', { example })}
      withAsterisk={!field.isOptional}
      aria-required={!field.isOptional}
      type={field.kind === 'link' ? 'url' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      dir="auto"
      autoComplete="off"
      value={value}
      error={showsError ? errorOf(field, value) : undefined}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => setLeft(true)}
      data-testid={`template-field-${field.key}`}
    />
  );
}

function hintOf({ kind }: TemplateField): string | undefined {
  return kind === 'link' || kind === 'suffix' || kind === 'payload'
    ? t(`templates:form.hints.${kind}`)
    : undefined;
}

/** Returns the error of a field whose value was found to be invalid. */
function errorOf({ kind }: TemplateField, value: string): string {
  if (kind === 'link' || kind === 'latitude' || kind === 'longitude')
    return t(`templates:form.errors.${kind}`);
  if (value.trim() === '') return t('templates:form.errors.empty');
  if (/[\n\r\t]/.test(value)) return t('templates:form.errors.oneLine');
  if (/ {5}/.test(value)) return t('templates:form.errors.spaces');
  return kind === 'code'
    ? t('templates:form.errors.codeTooLong', { max: CODE_MAX })
    : t('templates:form.errors.tooLong');
}
