import { Anchor, Button, CloseButton, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Snippet } from '../../../../../shared/contract/assist/assist-text.ts';
import { useAssistMode } from '../../../../lib/assist-settings.ts';
import { useCommands } from '../../../../lib/commands/registry.ts';
import { currentLanguage, t } from '../../../../lib/i18n.ts';
import { savedRepliesOptions } from '../../saved-replies/saved-replies.queries.ts';
import classes from '../assist.module.css';
import { Refused } from '../findings.tsx';
import { ModelLine, useIsOffered } from '../model-line.tsx';
import { useInsertReply } from '../replies/use-insert-reply.ts';
import { UpstreamLine } from '../upstream-line.tsx';
import { useText } from '../use-text.ts';
import { focusComposer } from '../write/write-panel.tsx';
import { useAsking } from './asking.store.ts';

/** A question to what the workspace knows: first what was found, which needs no model, then two sentences of one. */
export function AskPanel({ conversationId }: { conversationId: string }) {
  const isOn = useAssistMode('ask') === 'on';
  const isOpen = useAsking(({ openIn }) => openIn === conversationId);
  useCommands({ 'composer.ask': isOn ? () => useAsking.setState({ openIn: conversationId }) : null });
  if (!isOn || !isOpen) return null;
  return <Panel conversationId={conversationId} />;
}

function Panel({ conversationId }: { conversationId: string }) {
  const [question, setQuestion] = useState('');
  const { asked, ask } = useText();
  const isWritten = useIsOffered('ask');
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
        <UpstreamLine />
      </div>
      <form
        className={classes.actions}
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim() !== '')
            void ask({ kind: 'ask', question, language: currentLanguage(), conversationId });
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
            {asked.snippets.map((snippet) => (
              <li key={snippet.letter} data-testid="assist-snippet">
                <h3>
                  {snippet.letter} <SourceLink conversationId={conversationId} snippet={snippet} />
                </h3>
                <p className={classes.text} dir="auto">
                  {snippet.text}
                </p>
              </li>
            ))}
          </ul>
          {asked.done?.text && (
            <p className={classes.text} dir="auto" data-testid="assist-answer">
              {asked.done.text}
            </p>
          )}
          <Refused done={asked.done} />
          {!isWritten && asked.snippets.length > 0 && (
            <p className={classes.meta} data-testid="assist-only-sources">
              {t('assist-text:ask.onlySources')}
            </p>
          )}
        </div>
      )}
      {asked.noText && <ModelLine why={asked.noText} />}
    </section>
  );
}

/** Leads to where a snippet comes from: a saved reply goes into the text, an answer is shown in its conversation. */
function SourceLink({ conversationId, snippet }: { conversationId: string; snippet: Snippet }) {
  const { source, title } = snippet;
  const known = useQuery({ ...savedRepliesOptions(), enabled: source.is === 'reply' }).data?.data;
  const insert = useInsertReply(conversationId);
  if (source.is === 'answer')
    return (
      <Link
        to="/inbox/{-$conversationId}"
        params={{ conversationId: source.conversationId }}
        search={{ message: source.messageId }}
        data-testid="assist-source-answer"
      >
        {t('assist-text:ask.answer', { name: source.contactName })}
      </Link>
    );
  const reply = known?.find(({ id }) => id === source.savedReplyId);
  if (!reply) return <bdi>{title}</bdi>;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      aria-label={t('assist-text:ask.use', { name: title })}
      onClick={() => insert(reply)}
      data-testid="assist-source-reply"
    >
      {title}
    </Anchor>
  );
}
