import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { isGood } from '../setup-steps.ts';
import { StepFrame } from '../step-frame.tsx';
import { StepProof } from '../step-proof.tsx';
import type { StepProps } from './step-props.ts';

/** Subscribes to the account's events. Without the subscription, no events arrive. */
export function SubscribeStep({ cloudApi, onDone, onNext, onBack, onSkip }: StepProps) {
  const isSubscribed = isGood(cloudApi, 'subscription');
  const [override, setOverride] = useState(!isGood(cloudApi, 'callback'));
  const subscribing = useMutation(subscribe, { fields: ['override'] });

  async function subscribe(): Promise<void> {
    if (isSubscribed) return onNext();
    onDone(await api.cloudApi.subscribe({ body: { override } }));
  }

  return (
    <StepFrame
      title={t('channel:steps.subscribe.title')}
      lead={t('channel:steps.subscribe.lead')}
      submitLabel={isSubscribed ? t('channel:setup.continue') : t('channel:steps.subscribe.subscribe')}
      isPending={subscribing.isPending}
      error={subscribing.fieldErrors.override ?? subscribing.error}
      onSubmit={() => subscribing.mutate()}
      onBack={onBack}
      onSkip={isSubscribed ? null : onSkip}
    >
      {isSubscribed ? (
        <StepProof state="done" testId="subscription-proof">
          {t('channel:steps.subscribe.done')}
        </StepProof>
      ) : (
        <Checkbox
          label={t('channel:steps.subscribe.override')}
          description={t('channel:steps.subscribe.overrideHint')}
          checked={override}
          onChange={(event) => {
            setOverride(event.currentTarget.checked);
            subscribing.reset();
          }}
          data-testid="subscribe-override"
        />
      )}
    </StepFrame>
  );
}
