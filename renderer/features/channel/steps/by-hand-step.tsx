import { Trans } from 'react-i18next';
import type { SetupStep } from '../../../../shared/contract/channel/cloud-api.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { StepFrame } from '../step-frame.tsx';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** What to do on the platform's own pages, in order, for each step that needs an access token here. */
const HOW = {
  number: ['channel:byHand.number.add', 'channel:byHand.number.name', 'channel:byHand.number.id'],
  code: ['channel:byHand.code.choose', 'channel:byHand.code.enter'],
  register: ['channel:byHand.register.call', 'channel:byHand.register.pin'],
  subscribe: ['channel:byHand.subscribe.call', 'channel:byHand.subscribe.check'],
} as const;

/** A step that a person does on the platform's own pages. It is checked once the credentials are there. */
export function ByHandStep({
  step,
  onBack,
  onSkip,
  isPending,
}: StepProps & { step: SetupStep; isPending: boolean }) {
  if (step !== 'number' && step !== 'code' && step !== 'register' && step !== 'subscribe') return null;
  return (
    <StepFrame
      title={t(`channel:byHand.${step}.title`)}
      lead={t(`channel:byHand.${step}.lead`)}
      submitLabel={t('channel:byHand.done')}
      isPending={isPending}
      error={null}
      onSubmit={() => onSkip?.()}
      onBack={onBack}
      onSkip={null}
    >
      <ol className={classes.how}>
        {HOW[step].map((text) => (
          <li key={text}>
            <Trans t={t} i18nKey={text} components={{ code: <code /> }} />
          </li>
        ))}
      </ol>
      <Notice tone="quiet">{t('channel:byHand.later')}</Notice>
    </StepFrame>
  );
}
