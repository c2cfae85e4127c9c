import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import type { TemplateValues } from '../../../shared/domain/templates/template-fields.ts';
import { allTemplates } from '../../lib/api/all-templates.ts';
import { queries } from '../../lib/api/api.ts';
import { t } from '../../lib/i18n.ts';
import type { TemplateDraft, TemplatePick } from '../../lib/template-pick.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NotLoadedState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { valuesOfContact } from './contact-values.ts';
import { SyncLine } from './sync-line.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplateFill } from './template-form.tsx';
import { matching, sendableTemplates } from './template-order.ts';
import classes from './template-picker.module.css';
import { formOf } from './template-text.ts';

/**
 * Lets the person choose a template and fill it in. The values are stored in the draft, so unmounting loses
 * nothing.
 */
export function TemplatePicker({
  contactId,
  draft,
  onDraft,
  onSend,
  renderLater,
}: {
  /** Whose name and other facts are filled in; null: not known yet. */
  contactId: string | null;
  draft: TemplateDraft | null;
  onDraft: (draft: TemplateDraft | null) => void;
  onSend: (pick: TemplatePick, sendAt?: Date) => void;
  renderLater: (canSend: boolean, onSchedule: (sendAt: Date) => void) => ReactNode;
}) {
  const templates = useQuery(allTemplates());
  const all = templates.data;
  const { data: contact } = useQuery(
    queries.contacts.get.queryOptions({
      input: contactId === null ? skipToken : { params: { id: contactId } },
    }),
  );
  const known = (template: Template) => (contact ? valuesOfContact(formOf(template), contact) : {});
  const [lastValues, keepValues] = useLastValues();
  // Going back to the list keeps the values until another template is chosen.
  const [isChoosing, setChoosing] = useState(false);
  const chosen = draft && all?.find((one) => one.id === draft.templateId);
  if (!all)
    return (
      <NotLoadedState
        title={t('templates:list.loadFailed')}
        query={templates}
        waiting={<Skeleton height={120} radius="md" aria-busy="true" />}
      />
    );
  if (draft && chosen && !isChoosing) {
    return (
      <TemplateFill
        key={chosen.id}
        template={chosen}
        values={draft.values}
        known={known(chosen)}
        last={lastValues[chosen.id] ?? {}}
        onValues={(values) => onDraft({ ...draft, values })}
        onSend={(pick, sendAt) => {
          keepValues(pick);
          onSend(pick, sendAt);
        }}
        renderLater={renderLater}
        onBack={() => setChoosing(true)}
      />
    );
  }
  return (
    <>
      {draft && !chosen && <Notice tone="warn">{t('templates:picker.deleted', { name: draft.name })}</Notice>}
      <Choice
        all={all}
        startedId={chosen?.id ?? null}
        onChoose={(template) => {
          const { id: templateId, name } = template;
          if (templateId !== draft?.templateId) onDraft({ templateId, name, values: known(template) });
          setChoosing(false);
        }}
      />
    </>
  );
}

/**
 * Returns the values that this person last sent with each template, by its id, and a function that keeps those of
 * another. They stay in memory until sign-out, and are only offered: they may be facts about another customer.
 */
function useLastValues() {
  const client = useQueryClient();
  const queryKey = ['last-template-values'];
  const { data = {} } = useQuery<Readonly<Record<string, TemplateValues>>>({
    ...{ queryKey, queryFn: skipToken },
    gcTime: Number.POSITIVE_INFINITY,
  });
  const keep = ({ templateId, values }: TemplatePick) =>
    client.setQueryData(queryKey, { ...data, [templateId]: values });
  return [data, keep] as const;
}

function Choice({
  all,
  startedId,
  onChoose,
}: {
  all: readonly Template[];
  startedId: string | null;
  onChoose: (template: Template) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const approved = sendableTemplates(all);
  const found = matching(approved, typed);

  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) search.current?.focus({ preventScroll: true });
  }, []);

  /** Moves between the search box and the cards with the arrow keys. */
  function handleKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [search.current, ...(list.current?.querySelectorAll('button') ?? [])];
    const at = stops.indexOf(document.activeElement as HTMLButtonElement);
    stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
  }

  if (approved.length === 0) return <NoTemplates hasOthers={all.length > 0} />;
  return (
    <section className={classes.choice} aria-label={t('templates:picker.label')} onKeyDown={handleKeyDown}>
      <div className={classes.bar}>
        <TextInput
          ref={search}
          className={classes.search}
          aria-label={t('templates:list.search')}
          placeholder={t('templates:picker.searchPlaceholder')}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found;
            if (event.key === 'Enter' && first && typed.trim() !== '') onChoose(first);
          }}
          data-testid="template-search"
        />
        <SyncLine />
      </div>
      {found.length === 0 ? (
        <p className={classes.none}>{t('templates:picker.noMatch', { search: typed.trim() })}</p>
      ) : (
        <div ref={list} className={classes.cards}>
          {found.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              isStarted={template.id === startedId}
              onChoose={() => onChoose(template)}
            />
          ))}
        </div>
      )}
    </section>
  );
}

/** Shown when no template can be sent: explains why and what to do about it. */
function NoTemplates({ hasOthers }: { hasOthers: boolean }) {
  return (
    <EmptyState
      icon={<IconTemplate size={26} stroke={1.6} />}
      title={t('templates:picker.noneTitle')}
      actions={
        <>
          <Button component={Link} to="/templates" variant="default">
            {t('templates:picker.open')}
          </Button>
          <SyncLine />
        </>
      }
    >
      {hasOthers ? t('templates:picker.noneApproved') : t('templates:picker.noneCreated')}
    </EmptyState>
  );
}
