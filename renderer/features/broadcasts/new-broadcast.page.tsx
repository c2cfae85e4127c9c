import { Anchor, Autocomplete, Button, Group, Select, Stack, Stepper, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { CreateBroadcast } from '../../../shared/contract/public/broadcasts.contract.ts';
import { componentsFrom, fieldErrors, fieldsOf } from '../../../shared/domain/templates/template-fields.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { isSendable } from '../../../shared/domain/templates/template-status.ts';
import { allTemplates } from '../../lib/api/all-templates.ts';
import { api, queries } from '../../lib/api/api.ts';
import { tagsOptions } from '../../lib/api/contact-tags.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { NotLoaded } from '../../ui/error-state.tsx';
import { MutationError } from '../../ui/mutation-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { BackToBroadcasts } from './broadcast-marks.tsx';
import classes from './broadcasts.module.css';
import { noteBroadcast, previewOptions } from './broadcasts.queries.ts';
import { AudiencePreview } from './new/audience-preview.tsx';
import { TestSend } from './new/test-send.tsx';
import { type BroadcastTime, NOW, TimeChoice, timeInput } from './new/time-choice.tsx';
import { filledBy, NO_VALUE, type Variable, VariableInput } from './new/variable-input.tsx';

const AUDIENCES = ['contacts', 'tag', 'segment', 'all'] as const;
type AudienceKind = (typeof AUDIENCES)[number];
const NONE: string[] = [];

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The contacts that a new broadcast is for. */
    contacts?: string[];
    /** Or the tag of those it is for. */
    tag?: string;
  }
}

/** A new broadcast, in steps: template, audience, preview and time. */
export function NewBroadcastPage() {
  const [step, setStep] = useState(0);
  const [name, setName] = useState('');
  const [templateId, setTemplateId] = useState<string | null>(null);
  const [variables, setVariables] = useState<Record<string, Variable>>({});
  // People who were chosen in the list of contacts.
  const contacts = useLocation({ select: ({ state }) => state.contacts }) ?? NONE;
  const [kind, setKind] = useState<AudienceKind>(contacts.length > 0 ? 'contacts' : 'tag');
  const [tag, setTag] = useState(useLocation({ select: ({ state }) => state.tag }) ?? '');
  const [segmentId, setSegmentId] = useState<string | null>(null);
  const [time, setTime] = useState<BroadcastTime>(NOW);
  const navigate = useNavigate();

  const tags = useQuery(tagsOptions());
  const templates = useQuery(allTemplates());
  const contactFields = useQuery(queries.contacts.fields.queryOptions({ input: { query: {} } }));
  const sendable = templates.data?.filter(isSendable) ?? [];
  const template = sendable.find(({ id }) => id === templateId) ?? null;
  const form = template && readTemplateForm(template);
  const fields = form ? fieldsOf(form) : [];
  const values = Object.fromEntries(fields.map(({ key }) => [key, filledBy(variables[key] ?? NO_VALUE)]));
  const isFilled = form !== null && Object.keys(fieldErrors(form, values)).length === 0;
  const audience = audienceOf(kind, tag.trim(), segmentId, contacts);
  const input: Omit<CreateBroadcast, 'sendAt' | 'sendAtLocal'> | null =
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
  const at = timeInput(time);
  const create = useMutation((body: CreateBroadcast) => api.broadcasts.create({ body }), {
    onSuccess: (broadcast) => {
      noteBroadcast(broadcast);
      void navigate({ to: '/broadcasts/$broadcastId', params: { broadcastId: broadcast.id } });
    },
  });
  const recipients = preview.data?.counts.recipients ?? 0;
  // The people on the screen are those of the input as it is now, not as it was a moment ago.
  const isCounted = !preview.isPlaceholderData && JSON.stringify(asked) === JSON.stringify(input);

  return (
    <PageFrame title={t('broadcasts:new.title')} above={<BackToBroadcasts />}>
      <Stack maw={760}>
        <Stepper
          active={step}
          onStepClick={setStep}
          size="sm"
          allowNextStepsSelect={false}
          wrap={false}
          classNames={{ step: classes.stepMark, stepBody: classes.stepName }}
        >
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
                <NotLoaded title={t('templates:list.loadFailed')} query={templates} />
                <Select
                  label={t('broadcasts:new.template')}
                  required
                  searchable
                  nothingFoundMessage={templates.data ? t('broadcasts:new.noTemplate') : t('loading')}
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
                {templates.data && sendable.length === 0 && (
                  <Notice tone="warn">
                    {t('broadcasts:new.noTemplates')}{' '}
                    <Anchor component={Link} to="/templates" inherit>
                      {t('broadcasts:new.openTemplates')}
                    </Anchor>
                  </Notice>
                )}
                {form?.unsupported && <Notice tone="warn">{t('broadcasts:new.unsupported')}</Notice>}
                {form && <p className={classes.sample}>{form.body.text}</p>}
                {fields.length > 0 && (
                  <NotLoaded title={t('contact-fields:notLoaded')} query={contactFields} />
                )}
                {fields.map((field) => (
                  <VariableInput
                    key={field.key}
                    field={field}
                    variable={variables[field.key] ?? NO_VALUE}
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
                  data={AUDIENCES.filter((value) => value !== 'contacts' || contacts.length > 0).map(
                    (value) => ({
                      value,
                      label: t(`broadcasts:new.audiences.${value}`, { count: contacts.length }),
                    }),
                  )}
                  value={kind}
                  onChange={(value) => setKind(AUDIENCES.find((one) => one === value) ?? 'tag')}
                />
                {kind === 'segment' && <SegmentSelect value={segmentId} onChange={setSegmentId} />}
                {kind === 'tag' && (
                  <>
                    <Autocomplete
                      label={t('broadcasts:new.tag')}
                      required
                      maxLength={50}
                      data={tags.data ?? []}
                      limit={50}
                      value={tag}
                      onChange={setTag}
                      data-testid="broadcast-tag"
                    />
                    <NotLoaded title={t('contacts:filters.tagsNotLoaded')} query={tags} />
                  </>
                )}
              </>
            )}
            {step === 2 && <TimeChoice time={time} onChange={setTime} />}
            {step > 0 && (
              <AudiencePreview preview={preview} isCounted={isCounted} showsSamples={step === 2} />
            )}
            {step === 2 && input && preview.data && (
              <TestSend template={input.template} samples={preview.data.samples} />
            )}
            <MutationError mutation={create} />
            <Group justify="flex-end">
              {step > 0 && (
                <Button variant="default" onClick={() => setStep(step - 1)}>
                  {t('broadcasts:new.back')}
                </Button>
              )}
              {step < 2 ? (
                <Button
                  disabled={step === 0 ? !isFilled || name.trim() === '' : !isCounted || recipients === 0}
                  onClick={() => setStep(step + 1)}
                  data-testid="broadcast-next"
                >
                  {t('broadcasts:new.next')}
                </Button>
              ) : (
                <Button
                  disabled={input === null || !isCounted || recipients === 0 || at === null}
                  loading={create.isPending}
                  onClick={() => input && create.mutate({ ...input, ...at })}
                  data-testid="broadcast-send"
                >
                  {time.kind === 'now'
                    ? t('broadcasts:new.send', { count: recipients })
                    : t('broadcasts:new.schedule', { count: recipients })}
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
  kind: AudienceKind,
  tag: string,
  segmentId: string | null,
  contacts: string[],
): CreateBroadcast['audience'] | null {
  if (kind === 'contacts') return { contacts };
  if (kind === 'all') return { all: true };
  if (kind === 'segment') return segmentId === null ? null : { segmentId };
  return tag === '' ? null : { tag };
}

/** Chooses a segment of the contacts. */
function SegmentSelect({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const list = useQuery(queries.segments.list.queryOptions({ input: { query: {} } }));
  const { data, error } = list;
  if (error && !data) return <NotLoaded title={t('contacts:segments.notLoaded')} query={list} />;
  return (
    <Select
      label={t('broadcasts:new.segment')}
      description={data?.data.length === 0 ? t('broadcasts:new.noSegments') : undefined}
      required
      searchable
      nothingFoundMessage={data ? t('broadcasts:new.noSegments') : t('loading')}
      data={(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      data-testid="broadcast-segment"
    />
  );
}
