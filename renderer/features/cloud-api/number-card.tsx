import { Radio } from '@mantine/core';
import type { PlatformNumber } from '../../../shared/contract/cloud-api.contract.ts';
import { limitWords, numberWords, QUALITY_LABELS } from './channel-words.ts';
import classes from './number-card.module.css';

/** A number to choose: what it is called, and how the platform sees it. */
export function NumberCard({ number }: { number: PlatformNumber }) {
  return (
    <Radio.Card value={number.id} className={classes.card} data-testid="number-card" data-id={number.id}>
      <Radio.Indicator className={classes.dot} />
      <span className={classes.words}>
        <span className={classes.number}>{numberWords(number)}</span>
        {number.verifiedName !== null && <span className={classes.name}>{number.verifiedName}</span>}
        <NumberFacts number={number} />
      </span>
    </Radio.Card>
  );
}

/** Quality, limit and whether it is ready, each a small sign. */
export function NumberFacts({ number }: { number: PlatformNumber }) {
  const limit = limitWords(number.messagingLimit);
  const quality = number.quality && QUALITY_LABELS[number.quality];
  return (
    <span className={classes.facts}>
      {quality && (
        <span className={classes.fact} data-quality={number.quality}>
          {quality} quality
        </span>
      )}
      {limit !== null && <span className={classes.fact}>{limit}</span>}
      <span className={classes.fact} data-quality={number.isRegistered ? 'GREEN' : 'YELLOW'}>
        {number.isRegistered ? 'Registered' : number.isVerified ? 'Not registered yet' : 'Needs a code'}
      </span>
    </span>
  );
}
