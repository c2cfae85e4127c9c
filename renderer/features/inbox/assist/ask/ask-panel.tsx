import { Button, CloseButton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { create } from 'zustand';
import { useCommands } from '../../../../lib/commands/registry.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import classes from '../assist.module.css';
import { ModelLine, useModelMode } from '../model-line.tsx';
import { useText } from '../use-text.ts';
import { focusComposer } from '../write/write-panel.tsx';

const useAsking = create<{ openIn: string | null }>(() => ({ openIn: null }));

/** A question to what the workspace knows: first what was found, then two sentences of the model about it. */
export function AskPanel({ conversationId }: { conversationId: string }) {
  const isOn = useModelMode('ask') === 'on';
  const isOpen = useAsking(({ openIn }) => openIn === conversationId);
  useCommands({ 'composer.ask': isOn ? () => useAsking.setState({ openIn: conversationId }) : null });
  if (!isOn || !isOpen) return null;
  return <Panel conversationId={conversationId} />;
}

function Panel({ conversationId }: { conversationId: string }) {
  const [question, setQuestion] = useState('');
  const { asked, ask } = useText();
  const isAsking = asked.phase === 'writing' && asked.snippets === null;
  const close = () => {
    useAsking.setState({ openIn: null });
    focusComposer(conversationId);
  };
  return (
    <section
      className={classes.panel}
      aria-label={t('assist-text:ask.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        close();
      }}
      data-testid="assist-ask"
    >
      <div className={classes.head}>
        <h2>{t('assist-text:ask.title')}</h2>
        <CloseButton size="sm" aria-label={t('actions.close')} onClick={close} />
      </div>
      <form
        className={classes.actions}
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '') void ask({ kind: 'ask', question, language: currentLanguage() });
        }}
      >
        <TextInput
          flex={1}
          miw={180}
          size="xs"
          autoFocus
          maxLength={300}
          aria-label={t('assist-text:ask.question')}
          placeholder={t('assist-text:ask.placeholder')}
          value={question}
          onChange={(event) => setQuestion(event.currentTarget.value)}
          data-testid="assist-question"
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={isAsking}
          disabled={question.trim() === ''}
        >
          {t('assist-text:ask.ask')}
        </Button>
      </form>
      {asked.snippets && (
        <div className={classes.body} aria-live="polite">
          {asked.snippets.length === 0 && <p data-testid="assist-nothing">{t('assist-text:ask.nothing')}</p>}
          <ul className={classes.parts}>
            {asked.snippets.map(({ letter, title, text }) => (
              <li key={letter} data-testid="assist-snippet">
                <h3>
                  {letter} {title}
                </h3>
                <p className={classes.text} dir="auto">
                  {text}
                </p>
              </li>
            ))}
          </ul>
          {asked.done?.text && (
            <p className={classes.text} dir="auto" data-testid="assist-answer">
              {asked.done.text}
            </p>
          )}
        </div>
      )}
      {asked.noText && <ModelLine why={asked.noText} />}
    </section>
  );
}
