import { Tooltip, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import classes from './time-chart.module.css';

/** One step of the time axis, with its tooltip and its click action. */
interface TimeStep {
  key: string;
  /** Tooltip text; null when the step is empty. */
  label: string | null;
}

/** A label below the chart, positioned as a fraction of its width. */
interface Tick {
  at: number;
  label: string;
}

/**
 * The frame of a time chart: its scale, its labels and the tooltips of its steps. The steps are one tab stop;
 * the arrow keys move between the steps that are not empty.
 */
export function TimeChart({
  label,
  top,
  ticks,
  steps,
  onStep,
  children,
}: {
  /** Text description of the chart. */
  label: string;
  /** The value at the top of the scale. */
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
        {ticks.map(({ at, label: tickLabel }) => (
          <span key={at} style={{ left: `${at * 100}%` }}>
            {tickLabel}
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
  // The newest step until the person moves to another.
  const stop = chosen !== null && filled.includes(chosen) ? chosen : filled.at(-1);

  function onKey(event: KeyboardEvent) {
    const position = filled.indexOf(stop ?? '');
    const next = { ArrowLeft: position - 1, ArrowRight: position + 1, Home: 0, End: filled.length - 1 }[
      event.key
    ];
    if (next === undefined) return;
    event.preventDefault();
    const key = filled[Math.min(Math.max(next, 0), filled.length - 1)];
    if (key === undefined) return;
    setChosen(key);
    group.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(key)}"]`)?.focus();
  }

  return (
    <fieldset ref={group} className={classes.steps} aria-label={label} onKeyDown={onKey}>
      {steps.map(({ key, label: stepLabel }) =>
        stepLabel === null ? (
          <div key={key} />
        ) : (
          <Tooltip
            key={key}
            label={stepLabel}
            openDelay={0}
            events={{ hover: true, focus: true, touch: false }}
          >
            <UnstyledButton
              className={classes.step}
              tabIndex={key === stop ? 0 : -1}
              aria-label={stepLabel}
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
