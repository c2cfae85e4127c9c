import { Button, CloseButton, Select } from '@mantine/core';
import { useState } from 'react';
import {
  type AssistTextRequest,
  TEXT_LANGUAGES,
  type TextLanguage,
} from '../../../../../shared/contract/assist/assist-text.ts';
import { changeOf, editDistance } from '../../../../../shared/domain/assist/edit-distance.ts';
import { EDITS } from '../../../../../shared/domain/assist/edits.ts';
import type { AssistOutcome } from '../../../../../shared/domain/assist/features.ts';
import { hasChanges } from '../../../../../shared/domain/assist/word-diff.ts';
import { languageName } from '../../../../lib/format/language-name.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import { noteBegan } from '../../composer/answer-start.ts';
import { readDraft, saveDraft } from '../../composer/drafts.store.ts';
import classes from '../assist.module.css';
import { countFor } from '../count-for.ts';
import { Refused } from '../findings.tsx';
import { ModelLine, useHasModel, useModelMode } from '../model-line.tsx';
import { Rewritten } from '../rewrite/rewritten.tsx';
import { TranslationPair } from '../translate/translation-pair.tsx';
import { UpstreamLine } from '../upstream-line.tsx';
import { useText } from '../use-text.ts';
import { chosenPart, closeWriting, useWriting, type Writing, withPart } from './write.store.ts';

type Task = Extract<AssistTextRequest, { kind: 'rewrite' | 'words' | 'translate' }>;

/** What the assistant can do with the reply, and the text that came of it, until a person takes it or closes it. */
export function WritePanel({ conversationId }: { conversationId: string }) {
  const writing = useWriting(({ open }) => (open?.conversationId === conversationId ? open : null));
  if (!writing) return null;
  return <Panel key={`${writing.from} ${writing.to} ${writing.text}`} writing={writing} />;
}

function Panel({ writing }: { writing: Writing }) {
  const { conversationId } = writing;
  const { asked, ask, stop } = useText();
  const [task, setTask] = useState<Task | null>(null);
  const [language, setLanguage] = useState<TextLanguage>(currentLanguage() === 'en' ? 'pt-BR' : 'en');
  const hasModel = useHasModel();
  const modes = {
    rewrite: useModelMode('rewrite'),
    words: useModelMode('words'),
    translate: useModelMode('translate'),
  };
  const source = chosenPart(writing);
  const hasText = source.trim() !== '';

  function start(next: Task): void {
    setTask(next);
    void ask(next);
  }

  function count(outcome: AssistOutcome): void {
    const made = asked.done?.text ?? null;
    if (!task || !asked.done || made === null) return;
    // A text that was right already was no offer.
    if (task.kind === 'rewrite' && !hasChanges(task.text, made)) return;
    countFor(conversationId, task.kind, { outcome, text: made, model: asked.done.model });
  }

  function take(text: string): void {
    const before = readDraft(conversationId);
    const after = withPart(writing, text);
    count(changeOf(editDistance(asked.done?.text ?? '', text)));
    saveDraft(conversationId, after);
    if (task && asked.done) noteBegan(conversationId, { feature: task.kind, model: asked.done.model });
    useWriting.setState({ open: null, replaced: { conversationId, before, after } });
    focusComposer(conversationId);
  }

  function close(): void {
    if (asked.phase === 'done') count('dismissed');
    stop();
    closeWriting();
    focusComposer(conversationId);
  }

  const isWriting = asked.phase === 'writing';
  return (
    <section
      className={classes.panel}
      aria-label={t('assist-text:write.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      data-testid="assist-write"
    >
      <div className={classes.head}>
        <h2>{t(writing.from === writing.to ? 'assist-text:write.title' : 'assist-text:write.titlePart')}</h2>
        <CloseButton size="sm" aria-label={t('actions.close')} onClick={close} data-testid="assist-close" />
        <UpstreamLine />
      </div>
      {!hasText ? (
        <p className={classes.why}>{t('assist-text:write.empty')}</p>
      ) : !hasModel ? (
        <ModelLine why={{ state: 'no_model', message: null }} />
      ) : (
        <div className={classes.actions}>
          {modes.rewrite === 'on' &&
            EDITS.map((edit, index) => (
              <Button
                key={edit}
                size="compact-sm"
                variant={task?.kind === 'rewrite' && task.edit === edit ? 'light' : 'default'}
                data-autofocus={index === 0 || undefined}
                autoFocus={index === 0}
                onClick={() => start({ kind: 'rewrite', edit, text: source, conversationId })}
                data-testid={`assist-${edit}`}
              >
                {t(`assist-text:edits.${edit}`)}
              </Button>
            ))}
          {modes.words === 'on' && (
            <Button
              size="compact-sm"
              variant={task?.kind === 'words' ? 'light' : 'default'}
              onClick={() => start({ kind: 'words', conversationId, text: source, language: null })}
              data-testid="assist-words"
            >
              {t('assist-text:write.words')}
            </Button>
          )}
          {modes.translate === 'on' && (
            <>
              <Button
                size="compact-sm"
                variant={task?.kind === 'translate' ? 'light' : 'default'}
                onClick={() => start({ kind: 'translate', conversationId, text: source, language })}
                data-testid="assist-translate"
              >
                {t('assist-text:write.translate')}
              </Button>
              <LanguageSelect
                value={language}
                onChange={(chosen) => {
                  setLanguage(chosen);
                  if (task?.kind === 'translate') start({ ...task, language: chosen });
                }}
              />
            </>
          )}
        </div>
      )}
      {isWriting && (
        <>
          <div className={classes.body} aria-live="polite" aria-busy="true">
            <p className={classes.text} data-writing dir="auto" data-testid="assist-written">
              {asked.written || t('assist-text:write.reading')}
            </p>
          </div>
          <div className={classes.foot}>
            <Button size="compact-sm" variant="default" onClick={stop} data-testid="assist-stop">
              {t('assist-text:write.stop')}
            </Button>
          </div>
        </>
      )}
      {asked.noText && <ModelLine why={asked.noText} />}
      <Refused done={asked.done} />
      {asked.done &&
        task &&
        asked.done.text !== null &&
        (task.kind === 'rewrite' ? (
          <Rewritten key={asked.done.text} edit={task.edit} before={source} done={asked.done} onTake={take} />
        ) : (
          <TranslationPair task={task.kind} before={source} done={asked.done} onTake={take} />
        ))}
    </section>
  );
}

function LanguageSelect({
  value,
  onChange,
}: {
  value: TextLanguage;
  onChange(language: TextLanguage): void;
}) {
  return (
    <Select
      size="xs"
      w={200}
      aria-label={t('assist-text:write.language')}
      data={TEXT_LANGUAGES.map((code) => ({ value: code, label: languageName(code) }))}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => chosen && onChange(chosen as TextLanguage)}
      data-testid="assist-language"
    />
  );
}

/** Puts the focus into the reply, behind its text. */
export function focusComposer(conversationId: string): void {
  // The field has the new text after the next rendering.
  requestAnimationFrame(() => {
    const field = composerOf(conversationId);
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  });
}

/** Returns the field of a reply; null while it is not on the screen. */
export function composerOf(conversationId: string): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[data-reply-to="${conversationId}"]`);
}
