import { Text } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { formatAmount, formatMs } from './model-format.ts';
import classes from './playground-turns.module.css';
import type { Measured, Turn } from './use-playground.ts';

const NAMES: Readonly<Record<Turn['role'], string>> = { user: 'You', assistant: 'Model' };

const NEAR_END_PX = 30;

/** What was said so far, with how fast each answer came. */
export function PlaygroundTurns({ turns, isRunning }: { turns: readonly Turn[]; isRunning: boolean }) {
  const list = useRef<HTMLOListElement>(null);
  const isAtEnd = useRef(true);
  // Follows what is written, unless somebody has scrolled up to read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is written is what moves the end
  useLayoutEffect(() => {
    if (list.current && isAtEnd.current) list.current.scrollTop = list.current.scrollHeight;
  }, [turns]);
  if (turns.length === 0) return null;
  return (
    <ol
      ref={list}
      className={classes.turns}
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
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
              {NAMES[turn.role]}
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
            {turn.measured && <Figures measured={turn.measured} />}
          </li>
        );
      })}
    </ol>
  );
}

/** Open while it is being written, folded once the answer begins. */
function Thought({ text, isOpen }: { text: string; isOpen: boolean }) {
  return (
    <details className={classes.thought} open={isOpen} data-testid="play-thought">
      <summary>Thoughts</summary>
      <div className={classes.text}>{text}</div>
    </details>
  );
}

function progressLine(progress: Turn['progress']): string {
  if (progress?.is === 'thought') return 'Thinking';
  if (!progress || progress.is === 'started') return 'Waiting for the first word';
  if (progress.is === 'reading') {
    return `Reading: ${formatCount(progress.read)} of ${formatCount(progress.of)} tokens`;
  }
  const ahead = progress.position - 1;
  if (ahead === 0) return 'Waiting in line; this is next';
  return `Waiting in line; ${formatCount(ahead)} ${ahead === 1 ? 'goes' : 'go'} first`;
}

function Figures({ measured }: { measured: Measured }) {
  const { firstTokenMs, tokensPerSecond, tokens, read, isCutOff, isStopped } = measured;
  const parts = [
    `${tokens} ${tokens === 1 ? 'token' : 'tokens'}`,
    `first after ${formatMs(firstTokenMs)}`,
    ...(tokensPerSecond === null ? [] : [`${formatAmount(tokensPerSecond)} tokens/s`]),
    ...(read === null
      ? []
      : [`${formatCount(read.tokens)} read, ${formatCount(read.cached)} of them from memory`]),
    ...(isCutOff ? ['ended at Max Response Tokens'] : []),
    ...(isStopped ? ['stopped by you'] : []),
  ];
  return (
    <Text size="xs" c="dimmed" data-testid="play-figures">
      {parts.join(' · ')}
    </Text>
  );
}
