import { Button, Text } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { formatAmount, formatMs } from '../model-format.ts';
import type { Measured } from './ask-model.ts';
import { editTurn, regenerate, type Turn } from './playground.store.ts';
import classes from './playground-turns.module.css';

const NEAR_END_PX = 30;

/** The conversation so far, with the speed of each answer. */
export function PlaygroundTurns({ turns, isRunning }: { turns: readonly Turn[]; isRunning: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // Scrolls to the end while text arrives, unless the person has scrolled up.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new text moves the end
  useLayoutEffect(() => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [turns]);
  if (turns.length === 0) return null;
  return (
    <ol
      ref={list}
      className={classes.turns}
      aria-label={t('inference:playground.conversation')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        isAtEnd.current = scrollHeight - scrollTop - clientHeight < NEAR_END_PX;
      }}
    >
      {turns.map((turn, index) => {
        const isWriting = isRunning && index === turns.length - 1;
        return (
          <li key={turn.id} className={classes.turn} data-role={turn.role} data-testid={`play-${turn.role}`}>
            <Text size="xs" fw={650} c="dimmed">
              {turn.role === 'user' ? t('inference:playground.you') : t('inference:playground.model')}
            </Text>
            {turn.thought && <Thought text={turn.thought} isOpen={isWriting && turn.content === ''} />}
            <div className={classes.text} data-testid={`play-text-${turn.role}`}>
              {turn.content}
              {isWriting && <span className={classes.caret} aria-hidden="true" />}
            </div>
            {isWriting && turn.content === '' && (
              <Text size="xs" c="dimmed" role="status" data-testid="play-waiting">
                {progressLine(turn.progress)}
              </Text>
            )}
            <div className={classes.foot}>
              {turn.measured && <Figures measured={turn.measured} />}
              {!isRunning && turn.role === 'user' && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  ml="auto"
                  aria-label={t('inference:playground.editOf', { text: turn.content.slice(0, 60) })}
                  onClick={() => editTurn(turn.id)}
                  data-testid="play-edit"
                >
                  {t('inference:playground.edit')}
                </Button>
              )}
              {!isRunning && turn.role === 'assistant' && index === turns.length - 1 && (
                <Button
                  size="compact-xs"
                  variant="subtle"
                  ml="auto"
                  onClick={() => void regenerate()}
                  data-testid="play-regenerate"
                >
                  {t('inference:playground.regenerate')}
                </Button>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The model's thinking: open while it is being written, collapsed once the answer starts. */
export function Thought({ text, isOpen }: { text: string; isOpen: boolean }) {
  return (
    <details className={classes.thought} open={isOpen} data-testid="play-thought">
      <summary>{t('inference:playground.thoughts')}</summary>
      <div className={classes.text}>{text}</div>
    </details>
  );
}

/** Says what happens before the first word. */
export function progressLine(progress: Turn['progress']): string {
  if (progress?.is === 'thought') return t('inference:playground.progress.thinking');
  if (!progress || progress.is === 'started') return t('inference:playground.progress.waiting');
  if (progress.is === 'reading') {
    const [read, total] = [formatCount(progress.read), formatCount(progress.of)];
    return t('inference:playground.progress.reading', { read, total });
  }
  const ahead = progress.position - 1;
  if (ahead === 0) return t('inference:playground.progress.next');
  return t('inference:playground.progress.ahead', { count: ahead, formatted: formatCount(ahead) });
}

/** The figures of an answer, in one line. */
export function Figures({ measured }: { measured: Measured }) {
  const { firstTokenMs, tokensPerSecond, tokens, read, isCutOff, isStopped } = measured;
  const parts = [
    t('inference:playground.figures.tokens', { count: tokens }),
    t('inference:playground.figures.first', { time: formatMs(firstTokenMs) }),
    tokensPerSecond !== null &&
      t('inference:playground.figures.speed', { speed: formatAmount(tokensPerSecond) }),
    read !== null &&
      t('inference:playground.figures.read', {
        read: formatCount(read.tokens),
        cached: formatCount(read.cached),
      }),
    isCutOff && t('inference:playground.figures.cutOff'),
    isStopped && t('inference:playground.figures.stopped'),
  ].filter((part) => part !== false);
  return (
    <Text size="xs" c="dimmed" data-testid="play-figures">
      {parts.join(' · ')}
    </Text>
  );
}
