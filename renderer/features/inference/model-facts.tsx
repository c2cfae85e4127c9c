import type { WorkerStatus } from '../../../shared/contract/inference-workers.contract.ts';
import { PLAYGROUND_DEFAULTS } from '../../../shared/contract/playground.ts';
import { formatCount } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import classes from './model-facts.module.css';
import { formatBytes } from './model-format.ts';

/** What is served, and what a call has that says nothing else. */
export function ModelFacts({ status }: { status: WorkerStatus }) {
  const { model, threads } = status;
  if (!model) return null;
  const facts = [
    ['Model', model.id],
    ...(model.contextSize === null
      ? []
      : [['Context', `${formatCount(model.contextSize)} tokens each call`]]),
    ...(model.bytes === null ? [] : [['Weights', formatBytes(model.bytes)]]),
    ...(threads === 0 ? [] : [['Threads', String(threads)]]),
    ...(model.description === '' || model.talksNonsense ? [] : [['Kind', model.description]]),
    ['Temperature', `${PLAYGROUND_DEFAULTS.temperature} unless the call says otherwise`],
    ['Max Response Tokens', `${PLAYGROUND_DEFAULTS.maxTokens} unless the call says otherwise`],
  ] as const;
  return (
    <Card padded>
      <dl className={classes.facts}>
        {facts.map(([term, value]) => (
          <div key={term} className={classes.fact}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
