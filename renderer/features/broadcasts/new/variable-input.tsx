import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { BROADCAST_VARIABLES } from '../../../../shared/domain/templates/broadcasts.ts';
import type { TemplateField } from '../../../../shared/domain/templates/template-fields.ts';
import { queries } from '../../../lib/api/api.ts';
import { t } from '../../../lib/i18n.ts';
import classes from '../broadcasts.module.css';

/** The value of one variable: a text for everyone, or something of each contact with a fallback. */
export interface Variable {
  source: string;
  text: string;
}

const FIXED = 'text';
/** A variable before anything is chosen: the same text for everyone. */
export const NO_VALUE: Variable = { source: FIXED, text: '' };

/** Returns what stands in the place of a variable, as the API takes it. */
export const filledBy = ({ source, text }: Variable) => (source === FIXED ? text : `{{${source}|${text}}}`);

/** What stands in the place of a variable. */
export function VariableInput({
  field,
  variable,
  onChange,
}: {
  field: TemplateField;
  variable: Variable;
  onChange: (variable: Variable) => void;
}) {
  const isText = field.kind === 'text';
  const fieldList = useQuery(queries.contacts.fields.queryOptions({ input: { query: {} } }));
  const sources = [
    { value: FIXED, label: t('broadcasts:new.fixed') },
    ...BROADCAST_VARIABLES.map((value) => ({
      value,
      label: t(`broadcasts:new.sources.${value.replace('contact.', '') as 'name'}`),
    })),
    ...(fieldList.data?.data ?? []).map(({ key, name }) => ({
      value: `contact.attributes.${key}`,
      label: name,
    })),
  ];
  const isFixed = variable.source === FIXED;
  return (
    <div className={classes.variable}>
      {isText && (
        <Select
          label={t('broadcasts:new.variable', {
            name: `{{${field.name}}}`,
            interpolation: { escapeValue: false },
          })}
          allowDeselect={false}
          data={sources}
          value={variable.source}
          onChange={(source) => onChange({ ...variable, source: source ?? FIXED })}
        />
      )}
      <TextInput
        label={isText ? t(isFixed ? 'broadcasts:new.text' : 'broadcasts:new.fallback') : field.name}
        required={!field.isOptional && isFixed}
        value={variable.text}
        onChange={(event) => onChange({ ...variable, text: event.currentTarget.value.replace(/[{}|]/g, '') })}
        data-testid={`broadcast-value-${field.key}`}
      />
    </div>
  );
}
