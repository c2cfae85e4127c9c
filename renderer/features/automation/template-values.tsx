import { Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { RuleAction } from '../../../shared/contract/inbox/automation.contract.ts';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import { RULE_FIELDS } from '../../../shared/domain/automation/rules.ts';
import { BROADCAST_VARIABLES } from '../../../shared/domain/templates/broadcasts.ts';
import type { SentComponent } from '../../../shared/domain/templates/template-check.ts';
import {
  componentsFrom,
  fieldsOf,
  type TemplateField,
  valuesFrom,
} from '../../../shared/domain/templates/template-fields.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { t } from '../../lib/i18n.ts';
import { NotLoaded } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import classes from './automation.module.css';
import type { RuleThings } from './automation.queries.ts';
import { ChoiceChip } from './chips.tsx';
import { nameOf } from './rule-sentence.ts';

type TemplateAction = Extract<RuleAction, { kind: 'template' }>;

interface TemplateValuesProps {
  action: TemplateAction;
  things: RuleThings;
  isWrong: boolean;
  onChange: (action: TemplateAction) => void;
}

/** The template of an action, and what stands in the places of its variables. */
export function TemplateValues({ action, things, isWrong, onChange }: TemplateValuesProps) {
  const { name, language } = action;
  const { templates } = things;
  const template = templates.items.find((one) => one.name === name && one.language === language);
  const canBeSent = template !== undefined && isSendable(template);
  return (
    <>
      <ChoiceChip
        label={t('automation:editor.template')}
        shown={name === '' ? null : `${name} (${language})`}
        items={templates.items
          .filter(isSendable)
          .map((one) => ({ id: one.id, name: one.name, hint: one.language, isOn: one.id === template?.id }))}
        source={templates}
        onPick={(id) => {
          const picked = templates.items.find((one) => one.id === id);
          if (picked)
            onChange({ kind: 'template', name: picked.name, language: picked.language, components: [] });
        }}
        nothing={t('automation:editor.noTemplates')}
        isWrong={isWrong || (name !== '' && templates.isLoaded && !canBeSent)}
        testId="rule-template"
      />
      {name !== '' && !templates.isLoaded && <ValuesToCome source={templates} />}
      {template && (
        <Values
          key={template.id}
          template={template}
          stored={action.components as readonly SentComponent[]}
          things={things}
          isWrong={isWrong}
          onChange={(components) =>
            onChange({ ...action, components: components as TemplateAction['components'] })
          }
        />
      )}
    </>
  );
}

/** In the place of the values until their template is loaded. */
function ValuesToCome({ source }: { source: RuleThings['templates'] }) {
  return (
    <div className={classes.block} aria-busy={source.error === null}>
      {source.error ? (
        <NotLoaded title={t('automation:listNotLoaded')} query={source} />
      ) : (
        <Skeleton height={16} width="60%" />
      )}
    </div>
  );
}

/** What stands in the place of a variable: a text, or something of the contact with a text for those without it. */
interface Value {
  source: string;
  text: string;
}

const TEXT = 'text';
const FROM_CONTACT = /^\{\{([^{}|]+)\|([^{}]*)\}\}$/;

function readValue(stored = ''): Value {
  const [, source, text] = FROM_CONTACT.exec(stored) ?? [];
  return source === undefined ? { source: TEXT, text: stored } : { source, text: text ?? '' };
}

const written = ({ source, text }: Value) => (source === TEXT ? text : `{{${source}|${text}}}`);

function Values({
  template,
  stored,
  things,
  isWrong,
  onChange,
}: {
  template: Template;
  stored: readonly SentComponent[];
  things: RuleThings;
  isWrong: boolean;
  onChange: (components: SentComponent[]) => void;
}) {
  const form = readTemplateForm(template);
  const fields = fieldsOf(form).filter(({ kind }) => kind !== 'payload');
  // Apart from the components, which hold the texts without the spaces that are being typed.
  const [values, setValues] = useState<Record<string, Value>>(() => {
    const known = valuesFrom(form, stored);
    return Object.fromEntries(fields.map(({ key }) => [key, readValue(known[key])]));
  });
  function change(key: string, value: Value): void {
    const changed = { ...values, [key]: value };
    setValues(changed);
    const texts = Object.entries(changed).map(([field, one]) => [field, written(one)]);
    onChange(componentsFrom(form, Object.fromEntries(texts)));
  }
  return (
    <div className={classes.block}>
      {form.unsupported && <Notice tone="warn">{t('automation:editor.unsupported')}</Notice>}
      <p className={classes.sample} dir="auto">
        {form.body.text}
      </p>
      {fields.map((field) => (
        <ValueRow
          key={field.key}
          field={field}
          value={values[field.key] ?? readValue()}
          things={things}
          isWrong={isWrong}
          onChange={(value) => change(field.key, value)}
        />
      ))}
    </div>
  );
}

function ValueRow({
  field,
  value,
  things,
  isWrong,
  onChange,
}: {
  field: TemplateField;
  value: Value;
  things: RuleThings;
  isWrong: boolean;
  onChange: (value: Value) => void;
}) {
  const place = field.kind === 'text' ? `{{${field.name}}}` : field.name;
  const own: readonly string[] = RULE_FIELDS;
  const sources = [
    { id: TEXT, name: t('automation:editor.fixed') },
    ...BROADCAST_VARIABLES.map((id) => ({
      id,
      name: t(`automation:sources.${id.replace('contact.', '') as 'name'}`),
    })),
    ...things.fields.items
      .filter(({ id }) => !own.includes(id))
      .map(({ id, name }) => ({ id: `contact.attributes.${id}`, name })),
  ];
  const isText = value.source === TEXT;
  return (
    <div className={classes.variable}>
      <code>{place}</code>
      {field.kind === 'text' && (
        <ChoiceChip
          label={t('automation:editor.source', { name: place })}
          shown={nameOf({ ...things.fields, items: sources }, value.source)}
          items={sources.map((source) => ({ ...source, isOn: source.id === value.source }))}
          source={things.fields}
          onPick={(source) => onChange({ ...value, source })}
        />
      )}
      <TextInput
        className={classes.value}
        aria-label={t(isText ? 'automation:editor.valueOf' : 'automation:editor.fallbackOf', { name: place })}
        placeholder={isText ? '' : t('automation:editor.fallback')}
        value={value.text}
        error={isWrong && isText && !field.isOptional && value.text.trim() === ''}
        autoComplete="off"
        dir="auto"
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value.replace(/[{}|]/g, '') })}
        data-testid={`rule-value-${field.key}`}
      />
    </div>
  );
}
