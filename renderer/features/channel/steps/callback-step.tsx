import { Trans } from 'react-i18next';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { CallbackValues } from '../callback-values.tsx';
import { channelReasonText } from '../channel-text.ts';
import { isNumberFirst } from '../setup-steps.ts';
import { StepFrame } from '../step-frame.tsx';
import { StepProof } from '../step-proof.tsx';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** What to subscribe to on the platform: for everyone, for everyone who wants to know more, and for some numbers. */
const SUBSCRIPTIONS = [
  'channel:steps.callback.subscribe',
  'channel:steps.callback.subscribeMore',
  'channel:steps.callback.subscribeBusinessApp',
] as const;

/** Sets up the callback URL that the platform sends messages to. */
export function CallbackStep({ cloudApi, onNext, onBack, onSkip }: StepProps) {
  const check = cloudApi.checks.find(({ name }) => name === 'callback');
  const moving = useMutation(onNext);
  const isProven = check?.succeededAt != null && check.fault === null;
  return (
    <StepFrame
      title={t('channel:steps.callback.title')}
      lead={t('channel:steps.callback.lead')}
      isPending={moving.isPending}
      isDisabled={!isProven}
      error={moving.error}
      onSubmit={() => moving.mutate()}
      onBack={onBack}
      onSkip={isProven ? null : onSkip}
    >
      <ol className={classes.how}>
        <li>{t('channel:steps.callback.open')}</li>
        <li>{t('channel:steps.callback.paste')}</li>
        {SUBSCRIPTIONS.map((i18nKey) => (
          <li key={i18nKey}>
            <Trans t={t} i18nKey={i18nKey} components={{ code: <code /> }} />
          </li>
        ))}
      </ol>
      <CallbackValues callback={cloudApi.callback} />
      {check?.fault ? (
        <StepProof state="failed" testId="callback-proof">
          {channelReasonText(check.fault)}
        </StepProof>
      ) : isProven && check?.succeededAt ? (
        <StepProof state="done" testId="callback-proof">
          <Trans
            t={t}
            i18nKey="channel:steps.callback.verified"
            components={{ time: <RelativeTime time={check.succeededAt} inWords /> }}
          />
        </StepProof>
      ) : (
        <StepProof state="waiting" testId="callback-proof">
          {t(isNumberFirst(cloudApi) ? 'channel:byHand.callbackWaiting' : 'channel:steps.callback.waiting')}
        </StepProof>
      )}
    </StepFrame>
  );
}
