import { Tooltip, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import classes from './time-chart.module.css';

/** One step of time, as the reader meets it: pointed at it says what was in it, chosen it leads there. */
interface TimeStep {
  key: string;
  /** In words, with its time; null when nothing was in it. */
  label: string | null;
}

/** A word under the chart, at a share of its width. */
interface Tick {
  at: number;
  label: string;
}

/**
 * The frame of a chart over time: what its height and its width stand for, and its steps to point at.
 * The steps are one stop of the Tab key; the arrow keys lead from one that holds something to the next.
 */
export function TimeChart({
  label,
  top,
  ticks,
  steps,
  onStep,
  children,
}: {
  /** What the chart shows, in words. */
  label: string;
  /** What the upper edge stands for. */
  top: string;
  ticks: readonly Tick[];
  steps: readonly TimeStep[];
  onStep: (key: string) => void;
  children: ReactNode;
}) {
  return (
    <div className={classes.frame}>
      <div className={classes.scale} aria-hidden="true">
        <span>{top}</span>
        <span>0</span>
      </div>
      <div className={classes.plot}>
        {children}
        <Steps label={label} steps={steps} onStep={onStep} />
      </div>
      <div className={classes.ticks} aria-hidden="true">
        {ticks.map(({ at, label: words }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {words}
          </span>
        ))}
      </div>
    </div>
  );
}

function Steps({
  label,
  steps,
  onStep,
}: {
  label: string;
  steps: readonly TimeStep[];
  onStep: (key: string) => void;
}) {
  const group = useRef<HTMLFieldSetElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const filled = steps.filter((step) => step.label !== null).map(({ key }) => key);
  // The newest, until somebody has gone elsewhere.
  const stop = chosen !== null && filled.includes(chosen) ? chosen : filled.at(-1);

  function onKey(event: KeyboardEvent) {
    const place = filled.indexOf(stop ?? '');
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: filled.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const key = filled[Math.min(Math.max(next, 0), filled.length - 1)];
    if (key === undefined) return;
    setChosen(key);
    group.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(key)}"]`)?.focus();
  }

  return (
    <fieldset ref={group} className={classes.steps} aria-label={label} onKeyDown={onKey}>
      {steps.map(({ key, label: words }) =>
        words === null ? (
          <div key={key} />
        ) : (
          <Tooltip key={key} label={words} openDelay={0} events={{ hover: true, focus: true, touch: false }}>
            <UnstyledButton
              className={classes.step}
              tabIndex={key === stop ? 0 : -1}
              aria-label={words}
              data-step={key}
              data-testid="chart-step"
              onFocus={() => setChosen(key)}
              onClick={() => onStep(key)}
            />
          </Tooltip>
        ),
      )}
    </fieldset>
  );
}
