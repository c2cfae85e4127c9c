import { Button, Group, Select, Stack, Stepper, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreateBroadcast } from '../../../shared/contract/public/broadcasts.contract.ts';
import { BROADCAST_VARIABLES } from '../../../shared/domain/templates/broadcasts.ts';
import {
  componentsFrom,
  fieldErrors,
  fieldsOf,
  type TemplateField,
} from '../../../shared/domain/templates/template-fields.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { allTemplates } from '../../lib/api/all-templates.ts';
import { api, queries } from '../../lib/api/api.ts';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { contactTitle } from '../../lib/format/contact-title.ts';
import { formatCount } from '../../lib/format/format.ts';
import { fromLocalInput } from '../../lib/format/local-time.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { DateTimeField } from '../../ui/date-time/date-time-field.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { BackToBroadcasts, excludedOf } from './broadcast-marks.tsx';
import classes from './broadcasts.module.css';
import { noteBroadcast, previewOptions } from './broadcasts.queries.ts';

/** The value of one variable: a text for everyone, or something of each contact with a fallback. */
interface Variable {
  source: string;
  text: string;
}

const FIXED = 'text';
const filledBy = ({ source, text }: Variable) => (source === FIXED ? text : `{{${source}|${text}}}`);

/** A new broadcast, in steps: template, audience, preview and time. */
export function NewBroadcastPage() {
  const [step, setStep] = useState(0);
  const [name, setName] = useState('');
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [variables, setVariables] = useState<Record<string, Variable>>({});
  const [kind, setKind] = useState<'all' | 'tag' | 'segment'>('tag');
  const [tag, setTag] = useState('');
  const [segmentId, setSegmentId] = useState<string | null>(null);
  const [sendAt, setSendAt] = useState('');
  const navigate = useNavigate();

  const templates = useQuery(allTemplates());
  const sendable = templates.data?.filter(isSendable) ?? [];
  const template = sendable.find(({ id }) => id === templateId) ?? null;
  const form = template && readTemplateForm(template);
  const fields = form ? fieldsOf(form) : [];
  const values = Object.fromEntries(
    fields.map(({ key }) => [key, filledBy(variables[key] ?? { source: FIXED, text: '' })]),
  );
  const isFilled = form !== null && Object.keys(fieldErrors(form, values)).length === 0;
  const audience = audienceOf(kind, tag.trim(), segmentId);
  const input: Omit<CreateBroadcast, 'sendAt'> | null =
    template && form && isFilled && name.trim() !== '' && audience
      ? {
          name: name.trim(),
          template: {
            name: template.name,
            language: template.language,
            components: componentsFrom(form, values) as CreateBroadcast['template']['components'],
          },
          audience,
        }
      : null;
  // While a tag is typed, each letter would be a question to the server.
  const [asked] = useDebouncedValue(step > 0 ? input : null, 300);
  const preview = useQuery(previewOptions(asked));
  const at = sendAt === '' ? null : fromLocalInput(sendAt);
  const create = useMutation((body: CreateBroadcast) => api.broadcasts.create({ body }), {
    onSuccess: (broadcast) => {
      noteBroadcast(broadcast);
      void navigate({ to: '/broadcasts/$broadcastId', params: { broadcastId: broadcast.id } });
    },
  });
  const recipients = preview.data?.counts.recipients ?? 0;

  return (
    <PageFrame title={t('broadcasts:new.title')} above={<BackToBroadcasts />}>
      <Stack>
        <Stepper active={step} onStepClick={setStep} size="sm" allowNextStepsSelect={false}>
          <Stepper.Step label={t('broadcasts:new.steps.template')} />
          <Stepper.Step label={t('broadcasts:new.steps.audience')} />
          <Stepper.Step label={t('broadcasts:new.steps.confirm')} />
        </Stepper>
        <Card>
          <Stack className={classes.step}>
            {step === 0 && (
              <>
                <TextInput
                  label={t('broadcasts:new.name')}
                  description={t('broadcasts:new.nameHint')}
                  required
                  maxLength={80}
                  value={name}
                  onChange={(event) => setName(event.currentTarget.value)}
                  data-testid="broadcast-name"
                />
                {templates.error && <Notice tone="bad">{sentenceOf(templates.error)}</Notice>}
                <Select
                  label={t('broadcasts:new.template')}
                  required
                  searchable
                  nothingFoundMessage={t('broadcasts:new.noTemplate')}
                  data={sendable.map(({ id, name, language }) => ({
                    value: id,
                    label: `${name} (${language})`,
                  }))}
                  value={templateId}
                  onChange={(id) => {
                    setTemplateId(id);
                    setVariables({});
                  }}
                  data-testid="broadcast-template"
                />
                {form?.unsupported && <Notice tone="warn">{t('broadcasts:new.unsupported')}</Notice>}
                {form && <p className={classes.sample}>{form.body.text}</p>}
                {fields.map((field) => (
                  <VariableInput
                    key={field.key}
                    field={field}
                    variable={variables[field.key] ?? { source: FIXED, text: '' }}
                    onChange={(variable) => setVariables({ ...variables, [field.key]: variable })}
                  />
                ))}
              </>
            )}
            {step === 1 && (
              <>
                <Select
                  label={t('broadcasts:new.audience')}
                  allowDeselect={false}
                  data={(['tag', 'segment', 'all'] as const).map((value) => ({
                    value,
                    label: t(`broadcasts:new.audiences.${value}`),
                  }))}
                  value={kind}
                  onChange={(value) => setKind(value === 'all' || value === 'segment' ? value : 'tag')}
                />
                {kind === 'segment' && <SegmentSelect value={segmentId} onChange={setSegmentId} />}
                {kind === 'tag' && (
                  <TextInput
                    label={t('broadcasts:new.tag')}
                    required
                    maxLength={50}
                    value={tag}
                    onChange={(event) => setTag(event.currentTarget.value)}
                    data-testid="broadcast-tag"
                  />
                )}
              </>
            )}
            {step === 2 && (
              <DateTimeField
                kind="datetime"
                label={t('broadcasts:new.sendAt')}
                description={t('broadcasts:new.sendAtHint')}
                value={sendAt}
                onChange={setSendAt}
              />
            )}
            {step > 0 && <PreviewOf preview={preview} showsSamples={step === 2} />}
            <MutationError mutation={create} />
            <Group justify="flex-end">
              {step > 0 && (
                <Button variant="default" onClick={() => setStep(step - 1)}>
                  {t('broadcasts:new.back')}
                </Button>
              )}
              {step < 2 ? (
                <Button
                  disabled={step === 0 ? !isFilled || name.trim() === '' : recipients === 0}
                  onClick={() => setStep(step + 1)}
                  data-testid="broadcast-next"
                >
                  {t('broadcasts:new.next')}
                </Button>
              ) : (
                <Button
                  disabled={input === null || recipients === 0}
                  loading={create.isPending}
                  onClick={() => input && create.mutate({ ...input, ...(at && { sendAt: at }) })}
                  data-testid="broadcast-send"
                >
                  {at
                    ? t('broadcasts:new.schedule', { count: recipients })
                    : t('broadcasts:new.send', { count: recipients })}
                </Button>
              )}
            </Group>
          </Stack>
        </Card>
      </Stack>
    </PageFrame>
  );
}

/** Returns the audience as the form describes it; null while something is missing. */
function audienceOf(
  kind: 'all' | 'tag' | 'segment',
  tag: string,
  segmentId: string | null,
): CreateBroadcast['audience'] | null {
  if (kind === 'all') return { all: true };
  if (kind === 'segment') return segmentId === null ? null : { segmentId };
  return tag === '' ? null : { tag };
}

/** Chooses a segment of the contacts. */
function SegmentSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { data, error } = useQuery(queries.segments.list.queryOptions({ input: { query: {} } }));
  if (error) return <Notice tone="bad">{sentenceOf(error)}</Notice>;
  return (
    <Select
      label={t('broadcasts:new.segment')}
      description={data?.data.length === 0 ? t('broadcasts:new.noSegments') : undefined}
      required
      searchable
      nothingFoundMessage={t('broadcasts:new.noSegments')}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      data-testid="broadcast-segment"
    />
  );
}

/** Who would get it, who would not, and what some would read. */
function PreviewOf({
  preview: { data, error },
  showsSamples,
}: {
  preview: { data: Awaited<ReturnType<typeof api.broadcasts.preview>> | undefined; error: Error | null };
  showsSamples: boolean;
}) {
  if (error) return <Notice tone="bad">{sentenceOf(error)}</Notice>;
  if (!data) return null;
  const { recipients, excluded } = data.counts;
  const reasons = Object.entries(excluded).filter(([, count]) => count > 0);
  return (
    <div role="status" data-testid="broadcast-preview">
      <p>
        <strong>
          {t('broadcasts:new.recipients', { count: recipients, total: formatCount(recipients) })}
        </strong>
        {excludedOf(data.counts) > 0 &&
          ` · ${reasons
            .map(
              ([reason, count]) =>
                `${t(`broadcasts:excluded.${reason as keyof typeof excluded}`)}: ${formatCount(count)}`,
            )
            .join(' · ')}`}
      </p>
      {showsSamples &&
        data.samples.map(({ contact, text }) => (
          <p key={contact.id} className={classes.sample} dir="auto">
            <strong>{contactTitle(contact)}</strong>
            {text ?? t('broadcasts:excluded.missing_value')}
          </p>
        ))}
    </div>
  );
}

/** What stands in the place of a variable. */
function VariableInput({
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
