import { Button, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { type ChangeEvent, useState } from 'react';
import { CreateTemplateSchema, TEMPLATE_CATEGORIES } from '../../../shared/contract/templates.contract.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { api } from '../../lib/api/api.ts';
import { languageName } from '../../lib/format/language-name.ts';
import { required } from '../../lib/forms/field-rules.ts';
import { isSame } from '../../lib/forms/merged.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { MutationForm } from '../../ui/mutation-form.tsx';
import classes from './new-template.module.css';
import {
  asTemplateName,
  type NewTemplateValues,
  numberedVariables,
  partsOf,
  REPLIES_MAX,
} from './new-template-parts.ts';
import { categoryText } from './platform-text.ts';
import { TemplatePreview } from './template-preview.tsx';
import { noteTemplate } from './templates.queries.ts';

/** The languages that templates are mostly written in. Others can be created through the API. */
const LANGUAGES = [
  'en',
  'en_US',
  'en_GB',
  'pt_BR',
  'pt_PT',
  'es',
  'es_MX',
  'de',
  'fr',
  'it',
  'nl',
  'pl',
  'tr',
];

/** Writes a template and submits it to the platform for review. Asks before it discards what was typed. */
export function NewTemplate({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);

  function end(): void {
    setTyped(false);
    setAsking(false);
    onClose();
  }

  const close = () => (isTyped ? setAsking(true) : end());
  const discarding = useMutation(async () => end());
  return (
    <>
      <Modal
        opened={opened}
        onClose={close}
        // The question closes first.
        closeOnEscape={!isAsking}
        title={t('templates:new.title')}
        size={860}
      >
        <NewTemplateForm onTyped={setTyped} onCancel={close} onDone={end} />
      </Modal>
      <ConfirmModal
        opened={isAsking}
        title={t('templates:new.discard.title')}
        confirmLabel={t('templates:new.discard.confirm')}
        mutation={discarding}
        onClose={() => setAsking(false)}
      >
        <Text>{t('templates:new.discard.text')}</Text>
      </ConfirmModal>
    </>
  );
}

const emptyTemplate = (): NewTemplateValues => ({
  name: '',
  language: currentLanguage() === 'pt-BR' ? 'pt_BR' : 'en_US',
  category: 'UTILITY',
  header: '',
  body: '',
  footer: '',
  samples: {},
  replies: [''],
  link: { label: '', url: '' },
});

function NewTemplateForm({
  onTyped,
  onCancel,
  onDone,
}: {
  /** Reports whether there is anything that closing would discard. */
  onTyped: (isTyped: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}) {
  const form = useForm<NewTemplateValues>({
    initialValues: emptyTemplate(),
    onValuesChange: (values) => onTyped(!isSame(values, emptyTemplate())),
    validate: {
      name: required(t('templates:new.nameMissing'), CreateTemplateSchema.shape.name),
      body: (text) => (text.trim() === '' ? t('templates:new.bodyMissing') : null),
      samples: (samples, { body }) =>
        numberedVariables(body).every((name) => samples[name]?.trim())
          ? null
          : t('templates:new.samplesMissing'),
      link: ({ label, url }) =>
        (label.trim() === '') === (url.trim() === '') ? null : t('templates:new.linkIncomplete'),
    },
  });
  const creating = useMutation(
    (values: NewTemplateValues) => {
      const { name, language, category } = values;
      return api.templates.create({
        body: { name, language, category, parameterFormat: 'POSITIONAL', components: partsOf(values) },
      });
    },
    {
      form,
      fields: ['name', 'language', 'category'],
      onSuccess: (template) => {
        noteTemplate(template.id, template);
        onDone();
      },
    },
  );
  const { values } = form;
  const variables = numberedVariables(values.body);
  const samples = Object.fromEntries(variables.map((name) => [`body.${name}`, values.samples[name] ?? '']));
  const preview = readTemplateForm({ components: partsOf(values), parameterFormat: 'POSITIONAL' });

  /** The error is about both fields: either one can put it right. */
  const linkField = (part: keyof NewTemplateValues['link']) => ({
    value: values.link[part],
    onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
      form.setFieldValue(`link.${part}`, value);
      form.clearFieldError('link');
    },
  });

  return (
    <MutationForm
      mutation={creating}
      onSubmit={form.onSubmit((given) => creating.mutate(given))}
      onCancel={onCancel}
      submitLabel={t('templates:new.submit')}
      submitTestId="template-create-submit"
      testId="template-create-form"
      isLong
    >
      <Text size="sm" c="dimmed">
        {t('templates:new.lead')}
      </Text>
      <div className={classes.columns}>
        <Stack gap="sm">
          <TextInput
            label={t('templates:new.name')}
            description={t('templates:new.nameHint')}
            required
            autoComplete="off"
            data-autofocus
            data-testid="template-create-name"
            {...form.getInputProps('name')}
            onChange={(event) => form.setFieldValue('name', asTemplateName(event.currentTarget.value))}
          />
          <div className={classes.fields}>
            <Select
              label={t('templates:list.columns.language')}
              data={LANGUAGES.map((value) => ({
                value,
                label: `${languageName(value.replace('_', '-'))} (${value})`,
              }))}
              allowDeselect={false}
              searchable
              data-testid="template-create-language"
              {...form.getInputProps('language')}
            />
            <Select
              label={t('templates:list.columns.category')}
              data={TEMPLATE_CATEGORIES.filter((value) => value !== 'AUTHENTICATION').map((value) => ({
                value,
                label: categoryText(value),
              }))}
              allowDeselect={false}
              {...form.getInputProps('category')}
            />
          </div>
          <TextInput
            label={t('templates:new.header')}
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps('header')}
          />
          <Textarea
            label={t('templates:new.body')}
            description={t('templates:new.bodyHint')}
            required
            autosize
            minRows={3}
            maxRows={10}
            maxLength={1_024}
            data-testid="template-create-body"
            {...form.getInputProps('body')}
          />
          {variables.length > 0 && (
            <div>
              <div className={classes.fields}>
                {variables.map((name) => (
                  <TextInput
                    key={name}
                    label={t('templates:new.sample', { variable: `{{${name}}}` })}
                    required
                    autoComplete="off"
                    data-testid={`template-create-sample-${name}`}
                    value={values.samples[name] ?? ''}
                    onChange={({ currentTarget: { value } }) => {
                      form.setFieldValue(`samples.${name}`, value);
                      form.clearFieldError('samples');
                    }}
                  />
                ))}
              </div>
              {form.errors.samples && (
                <Text size="xs" c="var(--sb-bad)" role="alert" mt={4}>
                  {form.errors.samples}
                </Text>
              )}
            </div>
          )}
          <TextInput
            label={t('templates:new.footer')}
            maxLength={60}
            autoComplete="off"
            {...form.getInputProps('footer')}
          />
          {values.replies.map((_, index) => (
            <TextInput
              // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no other identity and never change places
              key={index}
              label={t('templates:new.reply', { number: index + 1 })}
              maxLength={25}
              autoComplete="off"
              {...form.getInputProps(`replies.${index}`)}
            />
          ))}
          {values.replies.length < REPLIES_MAX && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => form.insertListItem('replies', '')}
            >
              {t('templates:new.addReply')}
            </Button>
          )}
          <div className={classes.fields}>
            <TextInput
              label={t('templates:new.linkLabel')}
              maxLength={25}
              autoComplete="off"
              {...linkField('label')}
              error={form.errors.link}
            />
            <TextInput
              label={t('templates:new.linkUrl')}
              placeholder="https://"
              type="url"
              autoComplete="off"
              {...linkField('url')}
            />
          </div>
        </Stack>
        <div className={classes.preview}>
          <Text size="sm" fw={550} mb={6}>
            {t('templates:new.preview')}
          </Text>
          <TemplatePreview form={preview} values={samples} />
        </div>
      </div>
    </MutationForm>
  );
}
