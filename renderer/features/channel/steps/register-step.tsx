import { Input, PinInput } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { numberText } from '../channel-text.ts';
import { StepFrame } from '../step-frame.tsx';
import { StepProof } from '../step-proof.tsx';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

/** Registers the number for sending and receiving, with its two-step verification PIN. */
export function RegisterStep({ cloudApi, onDone, onNext, onBack, onSkip }: StepProps) {
  const { number } = cloudApi;
  const isRegistered = number?.isRegistered === true;
  const [pin, setPin] = useState('');
  const registering = useMutation(register, { fields: ['pin'] });
  const name = number ? numberText(number) : t('channel:yourNumber');

  async function register(): Promise<void> {
    if (!isRegistered) onDone(await api.cloudApi.register({ body: { pin } }));
    await onNext();
  }

  return (
    <StepFrame
      title={t('channel:steps.register.title')}
      lead={number?.hasPin ? t('channel:steps.register.leadExisting') : t('channel:steps.register.leadNew')}
      submitLabel={isRegistered ? t('channel:setup.continue') : t('channel:steps.register.register')}
      isPending={registering.isPending}
      isDisabled={!isRegistered && pin.length !== 6}
      error={registering.error}
      onSubmit={() => registering.mutate()}
      onBack={onBack}
      onSkip={isRegistered ? null : onSkip}
    >
      {isRegistered ? (
        <StepProof state="done">
          <Trans t={t} i18nKey="channel:steps.register.done" values={{ number: name }} />
        </StepProof>
      ) : (
        <div>
          <Input.Label labelElement="div" mb={6} id="pin-label">
            {number?.hasPin ? t('channel:steps.register.pinExisting') : t('channel:steps.register.pinNew')}
          </Input.Label>
          <PinInput
            length={6}
            type="number"
            aria-labelledby="pin-label"
            ariaLabel={t('channel:steps.register.digit')}
            value={pin}
            error={registering.fieldErrors.pin !== undefined}
            onChange={(value) => {
              setPin(value);
              registering.reset();
            }}
            data-testid="pin-input"
          />
          {registering.fieldErrors.pin && (
            <p className={classes.error} role="alert">
              {registering.fieldErrors.pin}
            </p>
          )}
        </div>
      )}
    </StepFrame>
  );
}
