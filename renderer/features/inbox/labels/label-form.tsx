import { Input, Radio, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Label, LabelNameSchema } from '../../../../shared/contract/inbox/labels.contract.ts';
import { LABEL_COLORS } from '../../../../shared/domain/inbox-views.ts';
import { api } from '../../../lib/api/api.ts';
import { required } from '../../../lib/forms/field-rules.ts';
import { changedFields } from '../../../lib/forms/merged.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationForm } from '../../../ui/mutation-form.tsx';
import classes from './label-form.module.css';
import { LabelChip, LabelDot } from './label-marks.tsx';
import { refreshLabels } from './labels.queries.ts';

interface Values {
  name: string;
  color: Label['color'];
}

/** The name and color of a label; of a new one, if there is none. */
export function LabelForm({
  label,
  color,
  onDone,
}: {
  label: Label | null;
  /** The color that is proposed for a new one. */
  color: Label['color'];
  onDone: () => void;
}) {
  const form = useForm<Values>({
    initialValues: { name: label?.name ?? '', color: label?.color ?? color },
    validate: { name: required(t('inbox:labels.nameMissing'), LabelNameSchema) },
  });
  const saving = useMutation(
    (values: Values) =>
      label
        ? api.labels.change({
            params: { id: label.id },
            body: changedFields(values, form.getInitialValues()),
          })
        : api.labels.create({ body: values }),
    {
      form,
      fields: ['name', 'color'],
      fieldByCode: { label_name_taken: 'name' },
      onSuccess: () => {
        refreshLabels();
        onDone();
      },
    },
  );
  const { name } = form.values;

  return (
    <MutationForm
      mutation={saving}
      onSubmit={form.onSubmit((values) => saving.mutate(values))}
      onCancel={onDone}
      submitLabel={label ? t('actions.save') : t('inbox:labels.create')}
      submitTestId="label-submit"
    >
      <TextInput
        label={t('inbox:labels.name')}
        required
        autoComplete="off"
        dir="auto"
        data-autofocus
        data-testid="label-name"
        {...form.getInputProps('name')}
      />
      <Radio.Group label={t('inbox:labels.color')} {...form.getInputProps('color')}>
        <div className={classes.colors}>
          {LABEL_COLORS.map((one) => (
            <Radio.Card
              key={one}
              value={one}
              className={classes.color}
              aria-label={t(`inbox:labels.colors.${one}`)}
              title={t(`inbox:labels.colors.${one}`)}
              data-testid={`label-color-${one}`}
            >
              <LabelDot color={one} />
            </Radio.Card>
          ))}
        </div>
      </Radio.Group>
      {name.trim() !== '' && (
        <Input.Wrapper label={t('inbox:labels.preview')} labelElement="div">
          <div className={classes.preview}>
            <LabelChip label={{ id: '', name: name.trim(), color: form.values.color }} />
          </div>
        </Input.Wrapper>
      )}
    </MutationForm>
  );
}
