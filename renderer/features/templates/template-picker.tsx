import { Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Template } from '../../../shared/contract/templates.contract.ts';
import type { TemplateDraft, TemplatePick } from '../../lib/template-pick.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { NoTemplates } from './no-templates.tsx';
import { SyncLine } from './sync-line.tsx';
import { TemplateCard } from './template-card.tsx';
import { TemplateFill } from './template-form.tsx';
import { forPicking, matching } from './template-order.ts';
import classes from './template-picker.module.css';
import { allTemplates } from './templates.queries.ts';

/** Chooses a template and fills it in. What is filled in is the draft itself, so nothing on the screen can lose it. */
export function TemplatePicker({
  draft,
  onDraft,
  onSend,
}: {
  draft: TemplateDraft | null;
  onDraft: (draft: TemplateDraft | null) => void;
  onSend: (pick: TemplatePick) => void;
}) {
  const { data: all, error, refetch } = useQuery(allTemplates());
  // Looking at the others forgets nothing: what is filled in goes only when another is chosen.
  const [isChoosing, setChoosing] = useState(false);
  const chosen = draft && all?.find((one) => one.id === draft.templateId);
  if (error && !all) {
    return (
      <ErrorState
        title="The templates could not be loaded"
        message={error.message}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!all) return <Skeleton height={120} radius="md" aria-busy="true" />;
  if (draft && chosen && !isChoosing) {
    return (
      <TemplateFill
        key={chosen.id}
        template={chosen}
        values={draft.values}
        onValues={(values) => onDraft({ ...draft, values })}
        onSend={onSend}
        onBack={() => setChoosing(true)}
      />
    );
  }
  return (
    <>
      {draft && !chosen && (
        <Notice tone="warn">
          The template {draft.name} that was half filled in is gone from the platform. Choose another.
        </Notice>
      )}
      <Choice
        all={all}
        halfFilledId={chosen?.id ?? null}
        onChoose={({ id, name }) => {
          if (id !== draft?.templateId) onDraft({ templateId: id, name, values: {} });
          setChoosing(false);
        }}
      />
    </>
  );
}

function Choice({
  all,
  halfFilledId,
  onChoose,
}: {
  all: readonly Template[];
  halfFilledId: string | null;
  onChoose: (template: Template) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const approved = forPicking(all);
  const found = matching(approved, typed);

  useEffect(() => {
    if (window.matchMedia('(hover: hover)').matches) search.current?.focus({ preventScroll: true });
  }, []);

  /** The arrows walk from the search through the cards and back. */
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
    <section className={classes.choice} aria-label="Choice of templates" onKeyDown={handleKeyDown}>
      <div className={classes.bar}>
        <TextInput
          ref={search}
          className={classes.search}
          aria-label="Search templates"
          placeholder="Search templates by name or text"
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
        <p className={classes.none}>No approved template has “{typed.trim()}” in its name or text.</p>
      ) : (
        <div ref={list} className={classes.cards}>
          {found.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              isHalfFilled={template.id === halfFilledId}
              onChoose={() => onChoose(template)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
