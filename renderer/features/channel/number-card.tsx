import { Radio } from '@mantine/core';
import type { PlatformNumber } from '../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../lib/i18n.ts';
import { isRated, limitText, numberText } from './channel-text.ts';
import classes from './number-card.module.css';

/** A number to choose, with its name and its state on the platform. */
export function NumberCard({ number }: { number: PlatformNumber }) {
  return (
    <Radio.Card value={number.id} className={classes.card} data-testid="number-card" data-id={number.id}>
      <Radio.Indicator className={classes.dot} />
      <span className={classes.text}>
        <span className={classes.number}>{numberText(number)}</span>
        {number.verifiedName !== null && <span className={classes.name}>{number.verifiedName}</span>}
        <NumberFacts number={number} />
      </span>
    </Radio.Card>
  );
}

/** Badges for the quality, the limit and the registration of a number. */
export function NumberFacts({ number }: { number: PlatformNumber }) {
  const limit = limitText(number.messagingLimit);
  const { quality, isRegistered, isVerified } = number;
  return (
    <span className={classes.facts}>
      {quality && isRated(quality) && (
        <span className={classes.fact} data-quality={quality}>
          {t(`channel:number.quality.${quality}`)}
        </span>
      )}
      {limit !== null && <span className={classes.fact}>{limit}</span>}
      <span className={classes.fact} data-quality={isRegistered ? 'GREEN' : 'YELLOW'}>
        {isRegistered
          ? t('channel:number.registered')
          : isVerified
            ? t('channel:number.notRegistered')
            : t('channel:number.notVerified')}
      </span>
    </span>
  );
}
