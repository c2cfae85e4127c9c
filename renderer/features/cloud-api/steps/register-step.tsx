import { Input, PinInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { numberWords } from '../channel-words.ts';
import { Proven } from '../proven.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** Making the number ready to send and receive, with the PIN of its two-step verification. */
export function RegisterStep({ cloudApi, onDone, onNext, onBack, onSkip }: StepProps) {
  const { number } = cloudApi;
  const isRegistered = number?.isRegistered === true;
  const [pin, setPin] = useState('');
  const work = useStep(['pin']);
  const name = number ? numberWords(number) : 'The number';

  function submit(): void {
    work.run(async () => {
      if (!isRegistered) onDone(await api.cloudApi.register({ body: { pin } }));
      await onNext();
    });
  }

  return (
    <StepFrame
      title="Register the number"
      lead={
        number?.hasPin
          ? 'Two-step verification is on for this number: registering needs the PIN that was set before, not a new one.'
          : 'Choose a PIN of 6 digits. It becomes the two-step verification of this number: keep it, the platform asks for it whenever the number moves.'
      }
      submitLabel={isRegistered ? 'Continue' : 'Register'}
      isBusy={work.isBusy}
      isOff={!isRegistered && pin.length !== 6}
      problem={work.problem}
      onSubmit={submit}
      onBack={onBack}
      onSkip={isRegistered ? null : onSkip}
    >
      {isRegistered ? (
        <Proven state="done">{name} is registered: it can send and receive. There is nothing to do.</Proven>
      ) : (
        <div>
          <Input.Label labelElement="div" mb={6} id="pin-label">
            {number?.hasPin ? 'The PIN of this number' : 'A new PIN'}
          </Input.Label>
          <PinInput
            length={6}
            type="number"
            aria-labelledby="pin-label"
            ariaLabel="Digit of the PIN"
            value={pin}
            error={work.faults.pin !== undefined}
            onChange={(value) => {
              setPin(value);
              work.clear();
            }}
            data-testid="pin-input"
          />
          {work.faults.pin && (
            <p className={classes.fault} role="alert">
              {work.faults.pin}
            </p>
          )}
        </div>
      )}
    </StepFrame>
  );
}
