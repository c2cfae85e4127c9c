import type { Worker } from '../../../shared/contract/inference/inference-workers.contract.ts';
import { PLAYGROUND_DEFAULTS } from '../../../shared/contract/inference/playground.ts';
import { formatCount } from '../../lib/format/format.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/card.tsx';
import classes from './model-facts.module.css';
import { formatBytes, formatShort } from './model-format.ts';

/** The model that is served, and the defaults of a call. */
export function ModelFacts({ worker }: { worker: Worker }) {
  const { model } = worker.status;
  const threads = worker.details?.threads ?? 0;
  if (!model) return null;
  const { contextSize, bytes, description, isTestModel } = model;
  const unlessSet = (value: number) => t('inference:facts.unlessSet', { value: formatShort(value) });
  const facts: [term: string, value: string | null][] = [
    [t('inference:facts.model'), model.id],
    [
      t('inference:facts.context'),
      contextSize === null
        ? null
        : t('inference:facts.contextValue', { count: contextSize, formatted: formatCount(contextSize) }),
    ],
    [t('inference:facts.weights'), bytes === null ? null : formatBytes(bytes)],
    [t('inference:facts.threads'), threads === 0 ? null : String(threads)],
    [t('inference:facts.kind'), description === '' || isTestModel ? null : description],
    [t('inference:facts.temperature'), unlessSet(PLAYGROUND_DEFAULTS.temperature)],
    [t('inference:facts.maxTokens'), unlessSet(PLAYGROUND_DEFAULTS.maxTokens)],
  ];
  return (
    <Card padded>
      <dl className={classes.facts}>
        {facts.map(
          ([term, value]) =>
            value !== null && (
              <div key={term} className={classes.fact}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
