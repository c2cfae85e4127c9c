import { Anchor, Button, Group, NativeSelect, Switch, Text, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconColumns2, IconPlayerStop } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { Trans } from 'react-i18next';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { formatAmount } from '../model-format.ts';
import { Figures, progressLine, Thought } from '../playground/playground-turns.tsx';
import { compare, type Side, stopComparing, useComparison } from './compare.store.ts';
import classes from './comparison.module.css';
import { diffWords, type Piece } from './word-diff.ts';

/** A message and the answers of two models to it, side by side. */
export function Comparison({ models, onModels }: { models: readonly string[]; onModels: () => void }) {
  const { chosen, draft, asked, sides, isRunning } = useComparison();
  const [marks, setMarks] = useState(true);
  // Also works while the person types.
  useHotkeys([['Escape', stopComparing]], []);
  const left = chosen[0] ?? models[0] ?? '';
  const right = chosen[1] ?? models.find((model) => model !== left) ?? '';
  const canSend = left !== '' && right !== '' && draft.trim() !== '' && !isRunning;
  const isOver = sides.length === 2 && sides.every(({ state }) => state === 'done');
  const diff = useMemo(
    () => (isOver && marks ? diffWords(sides[0]?.content ?? '', sides[1]?.content ?? '') : null),
    [isOver, marks, sides],
  );
  const send = () => {
    if (canSend) void compare([left, right]);
  };

  if (models.length < 2 && sides.length === 0)
    return (
      <div data-testid="compare-too-few">
        <Notice tone="quiet">
          <Trans
            t={t}
            i18nKey={models.length === 0 ? 'inference:compare.none' : 'inference:compare.one'}
            values={{ model: models[0] }}
            components={{ models: <Anchor component="button" type="button" inherit onClick={onModels} /> }}
          />
        </Notice>
      </div>
    );
  return (
    <div className={classes.comparison}>
      <div className={classes.sides}>
        {([left, right] as const).map((model, index) => (
          <NativeSelect
            // biome-ignore lint/suspicious/noArrayIndexKey: there are always two
            key={index}
            aria-label={index === 0 ? t('inference:compare.left') : t('inference:compare.right')}
            value={model}
            disabled={isRunning}
            data={[...new Set([...models, model])].filter(Boolean)}
            onChange={({ currentTarget: { value } }) =>
              useComparison.setState({ chosen: index === 0 ? [value, right] : [left, value] })
            }
            data-testid={`compare-model-${index}`}
          />
        ))}
      </div>
      {asked !== '' && (
        <div className={classes.asked}>
          <Text size="xs" fw={650} c="dimmed">
            {t('inference:playground.you')}
          </Text>
          <div className={classes.text}>{asked}</div>
        </div>
      )}
      {sides.length > 0 && (
        <>
          <Verdict sides={sides} />
          <div className={classes.sides}>
            {sides.map((side, index) => (
              <SideView
                // biome-ignore lint/suspicious/noArrayIndexKey: there are always two
                key={index}
                side={side}
                pieces={diff && (index === 0 ? diff.left : diff.right)}
              />
            ))}
          </div>
        </>
      )}
      <Textarea
        aria-label={t('inference:playground.message')}
        placeholder={t('inference:compare.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        value={draft}
        onChange={(event) => useComparison.setState({ draft: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
        data-testid="compare-draft"
      />
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" maw="52ch">
          {t('inference:compare.turns')}
        </Text>
        <Group gap="md">
          <Switch
            label={t('inference:compare.mark')}
            checked={marks}
            onChange={(event) => setMarks(event.currentTarget.checked)}
            data-testid="compare-marks"
          />
          {isRunning ? (
            <Button
              color="red.8"
              leftSection={<IconPlayerStop size={16} />}
              onClick={stopComparing}
              data-testid="compare-stop"
            >
              {t('inference:playground.stop')}
            </Button>
          ) : (
            <Button
              leftSection={<IconColumns2 size={16} />}
              disabled={!canSend}
              onClick={send}
              data-testid="compare-send"
            >
              {t('inference:compare.send')}
            </Button>
          )}
        </Group>
      </Group>
    </div>
  );
}

function SideView({ side, pieces }: { side: Side; pieces: readonly Piece[] | null }) {
  const { model, state, content, thought, progress, measured, problem } = side;
  return (
    <section className={classes.side} aria-label={model} data-state={state} data-testid="compare-side">
      <Text size="xs" fw={650} c="dimmed" className={classes.model}>
        {model}
      </Text>
      {thought && <Thought text={thought} isOpen={state === 'answering' && content === ''} />}
      {content !== '' && (
        <div className={classes.text} data-testid="compare-text">
          {pieces
            ? pieces.map(({ text, isShared }, index) =>
                isShared ? (
                  text
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces never move
                  <mark key={index}>{text}</mark>
                ),
              )
            : content}
        </div>
      )}
      {content === '' && problem === null && (
        <Text size="sm" c="dimmed" role="status">
          {state === 'answering'
            ? progressLine(progress)
            : state === 'waiting'
              ? t('inference:compare.waiting')
              : state === 'stopped' && t('inference:compare.stopped')}
        </Text>
      )}
      {problem !== null && <Notice tone="bad">{problem}</Notice>}
      {measured && <Figures measured={measured} />}
    </section>
  );
}

/** Differences below this share are within what two runs of one model differ by. */
const NOTABLE = 1.1;

/** Which of two models began first, and which wrote faster, once both have answered. */
function Verdict({ sides }: { sides: readonly Side[] }) {
  const [a, b] = sides;
  if (!a?.measured || !b?.measured || a.state !== 'done' || b.state !== 'done') return null;
  const first = fasterOf(a, b, ({ firstTokenMs }) => 1 / Math.max(1, firstTokenMs));
  const writes = fasterOf(a, b, ({ tokensPerSecond }) => tokensPerSecond);
  return (
    <div className={classes.verdict} role="status" data-testid="compare-verdict">
      {first && (
        <span>
          {first === 'equal'
            ? t('inference:compare.firstWordSame')
            : t('inference:compare.firstWord', { model: first.model, times: formatAmount(first.times) })}
        </span>
      )}
      {writes && (
        <span>
          {writes === 'equal'
            ? t('inference:compare.speedSame')
            : t('inference:compare.speed', { model: writes.model, times: formatAmount(writes.times) })}
        </span>
      )}
    </div>
  );
}

/** Null when a speed could not be measured. */
function fasterOf(
  a: Side,
  b: Side,
  speedOf: (measured: NonNullable<Side['measured']>) => number | null,
): { model: string; times: number } | 'equal' | null {
  const one = a.measured && speedOf(a.measured);
  const other = b.measured && speedOf(b.measured);
  if (!one || !other) return null;
  const times = Math.max(one / other, other / one);
  return times < NOTABLE ? 'equal' : { model: one > other ? a.model : b.model, times };
}
