import type { Worker } from '../../../../shared/contract/inference/inference-workers.contract.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { translateSentence } from '../../../lib/translate-sentence.ts';
import classes from './engines.module.css';

type Engines = NonNullable<NonNullable<Worker['details']>['upstreams']>;

/** Returns how many engines the workers forward to, and how many of them get requests. */
export function countEngines(workers: readonly Worker[]): { all: number; ready: number } {
  const engines = workers.flatMap(({ details }) => details?.upstreams ?? []);
  return { all: engines.length, ready: engines.filter(({ state }) => state === 'ready').length };
}

/** The engines that a worker forwards to: the state of each, and why it is away. A single one has the whole card. */
export function EngineList({ engines }: { engines: Engines }) {
  if (engines.length < 2) return null;
  return (
    <ul
      className={classes.engines}
      aria-label={t('inference:telemetry.engines.title')}
      data-testid="worker-engines"
    >
      {engines.map(({ host, state, running, error }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two engines can have one host, and their order is that of the configuration
        <li key={`${at} ${host}`} className={classes.engine} data-state={state}>
          <span className={classes.dot} aria-hidden="true" />
          <code>{host}</code>
          <span>
            {t(`inference:telemetry.engines.${state}`)}
            {', '}
            {t('inference:telemetry.engines.running', { formatted: formatCount(running) })}
          </span>
          {state === 'away' && error !== null && (
            <span className={classes.reason}>{translateSentence(error)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
