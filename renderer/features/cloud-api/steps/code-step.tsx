import { Button, Group, Input, PinInput, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { Notice } from '../../../ui/notice.tsx';
import { numberWords } from '../channel-words.ts';
import { Proven } from '../proven.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

type Method = 'SMS' | 'VOICE';

const LANGUAGES = [
  { value: 'en_US', label: 'English' },
  { value: 'de', label: 'German' },
  { value: 'es', label: 'Spanish' },
  { value: 'fr', label: 'French' },
  { value: 'it', label: 'Italian' },
  { value: 'nl', label: 'Dutch' },
  { value: 'pl', label: 'Polish' },
  { value: 'pt_BR', label: 'Portuguese' },
  { value: 'tr', label: 'Turkish' },
];

/** Proving that the number is one's own: the platform sends six digits to it. */
export function CodeStep({ cloudApi, onDone, onNext, onBack, onSkip }: StepProps) {
  const { number } = cloudApi;
  const isVerified = number !== null && (number.isVerified || number.isRegistered);
  const [method, setMethod] = useState<Method>('SMS');
  const [language, setLanguage] = useState('en_US');
  const [sentBy, setSentBy] = useState<Method | null>(null);
  const [code, setCode] = useState('');
  const asking = useStep();
  const entering = useStep(['code']);
  const name = number ? numberWords(number) : 'your number';

  function send(): void {
    asking.run(async () => {
      await api.cloudApi.requestCode({ body: { method, language } });
      setSentBy(method);
      setCode('');
      entering.clear();
    });
  }

  function submit(): void {
    entering.run(async () => {
      if (!isVerified) onDone(await api.cloudApi.enterCode({ body: { code } }));
      await onNext();
    });
  }

  return (
    <StepFrame
      title="Prove that the number is yours"
      lead={`The platform sends 6 digits to ${name}. Have its phone at hand; a code lives for about 10 minutes, and only a few may be asked for in an hour.`}
      isBusy={entering.isBusy}
      isOff={!isVerified && code.length !== 6}
      problem={asking.problem ?? entering.problem}
      onSubmit={submit}
      onBack={onBack}
      onSkip={isVerified ? null : onSkip}
    >
      {isVerified ? (
        <Proven state="done">The platform knows that {name} is yours. There is no code to enter.</Proven>
      ) : (
        <>
          <Group align="flex-end" gap="sm">
            <Input.Wrapper label="Send it by" labelElement="div">
              <SegmentedControl
                aria-label="Send it by"
                value={method}
                onChange={(value) => setMethod(value as Method)}
                data={[
                  { value: 'SMS', label: 'SMS' },
                  { value: 'VOICE', label: 'Phone call' },
                ]}
                display="flex"
              />
            </Input.Wrapper>
            <Select
              label="Language"
              w={150}
              allowDeselect={false}
              data={LANGUAGES}
              value={language}
              onChange={(value) => setLanguage(value ?? 'en_US')}
            />
            <Button
              variant={sentBy ? 'default' : 'filled'}
              loading={asking.isBusy}
              onClick={send}
              data-testid="code-request"
            >
              {sentBy ? 'Send another' : 'Send code'}
            </Button>
          </Group>
          {sentBy && (
            <Notice tone="quiet">
              {sentBy === 'SMS'
                ? `An SMS with the code is on its way to ${name}.`
                : `${name} is being called.`}{' '}
              If nothing comes within two minutes, try the other way.
            </Notice>
          )}
          <div>
            <Input.Label labelElement="div" mb={6} id="code-label">
              The 6 digits
            </Input.Label>
            <PinInput
              length={6}
              type="number"
              oneTimeCode
              aria-labelledby="code-label"
              ariaLabel="Digit of the code"
              disabled={!sentBy}
              value={code}
              error={entering.faults.code !== undefined}
              onChange={(value) => {
                setCode(value);
                entering.clear();
              }}
              data-testid="code-input"
            />
            {entering.faults.code && (
              <p className={classes.fault} role="alert">
                {entering.faults.code}
              </p>
            )}
          </div>
        </>
      )}
    </StepFrame>
  );
}
