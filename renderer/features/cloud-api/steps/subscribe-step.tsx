import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Proven } from '../proven.tsx';
import { isGood } from '../setup-steps.ts';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';

/** Without it no event reaches us, whatever else is right. */
export function SubscribeStep({ cloudApi, onDone, onNext, onBack, onSkip }: StepProps) {
  const isSubscribed = isGood(cloudApi, 'subscription');
  const [override, setOverride] = useState(!isGood(cloudApi, 'callback'));
  const work = useStep(['override']);

  function submit(): void {
    work.run(async () => {
      if (isSubscribed) return onNext();
      onDone(await api.cloudApi.subscribe({ body: { override } }));
    });
  }

  return (
    <StepFrame
      title="Subscribe the app to the account"
      lead="The platform sends an account’s events only to apps that are subscribed to it. This is the step that is forgotten most often. We subscribe, then ask the platform whether it is so."
      submitLabel={isSubscribed ? 'Continue' : 'Subscribe'}
      isBusy={work.isBusy}
      problem={work.faults.override ?? work.problem}
      onSubmit={submit}
      onBack={onBack}
      onSkip={isSubscribed ? null : onSkip}
    >
      {isSubscribed ? (
        <Proven state="done" testId="subscription-proof">
          The platform lists the app among those that get this account’s events.
        </Proven>
      ) : (
        <Checkbox
          label="Also set this workspace’s callback address for the account"
          description="Needed when several workspaces share one app: an app has one address of its own. The platform verifies the address at once."
          checked={override}
          onChange={(event) => {
            setOverride(event.currentTarget.checked);
            work.clear();
          }}
          data-testid="subscribe-override"
        />
      )}
    </StepFrame>
  );
}
