import { Group, Input, PinInput, SegmentedControl, Select } from '@mantine/core';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { languageName } from '../../../lib/format/language-name.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { numberText } from '../channel-text.ts';
import { StepFrame } from '../step-frame.tsx';
import { StepProof } from '../step-proof.tsx';
import type { StepProps } from './step-props.ts';
import classes from './steps.module.css';

type Method = 'SMS' | 'VOICE';

/** The languages of the verification code. */
const LANGUAGES = ['en_US', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt_BR', 'tr'];

/** Returns those languages with their names in the current language. */
function languageChoices() {
  return LANGUAGES.map((value) => ({ value, label: languageName(value.slice(0, 2)) }));
}

/** Verifies the number: the platform sends six digits to it. */
export function CodeStep({ cloudApi, onDone, onNext, onBack, onSkip }: StepProps) {
  const { number } = cloudApi;
  const isVerified = number !== null && (number.isVerified || number.isRegistered);
  const [method, setMethod] = useState<Method>('SMS');
  const [language, setLanguage] = useState('en_US');
  const [sentBy, setSentBy] = useState<Method | null>(null);
  const [code, setCode] = useState('');
  const requesting = useMutation(() => api.cloudApi.requestCode({ body: { method, language } }), {
    onSuccess: () => {
      setSentBy(method);
      setCode('');
      entering.reset();
    },
  });
  const entering = useMutation(enterCode, { fields: ['code'] });
  const values = { number: number ? numberText(number) : t('channel:yourNumber') };

  async function enterCode(): Promise<void> {
    if (!isVerified) onDone(await api.cloudApi.enterCode({ body: { code } }));
    await onNext();
  }

  return (
    <StepFrame
      title={t('channel:steps.code.title')}
      lead={<Trans t={t} i18nKey="channel:steps.code.lead" values={values} />}
      isPending={entering.isPending}
      isDisabled={!isVerified && code.length !== 6}
      error={requesting.error ?? entering.error}
      onSubmit={() => entering.mutate()}
      onBack={onBack}
      onSkip={isVerified ? null : onSkip}
    >
      {isVerified ? (
        <StepProof state="done">
          <Trans t={t} i18nKey="channel:steps.code.verified" values={values} />
        </StepProof>
      ) : (
        <>
          <Group align="flex-end" gap="sm">
            <Input.Wrapper label={t('channel:steps.code.method')} labelElement="div">
              <SegmentedControl
                aria-label={t('channel:steps.code.method')}
                value={method}
                onChange={(value) => setMethod(value as Method)}
                data={[
                  { value: 'SMS', label: t('channel:steps.code.sms') },
                  { value: 'VOICE', label: t('channel:steps.code.call') },
                ]}
                display="flex"
                h={36}
              />
            </Input.Wrapper>
            <Select
              label={t('channel:steps.code.language')}
              w={150}
              allowDeselect={false}
              data={languageChoices()}
              value={language}
              onChange={(value) => setLanguage(value ?? 'en_US')}
            />
            <MutationButton
              variant={sentBy ? 'default' : 'filled'}
              mutation={requesting}
              data-testid="code-request"
            >
              {sentBy ? t('channel:steps.code.sendAnother') : t('channel:steps.code.send')}
            </MutationButton>
          </Group>
          {sentBy && (
            <Notice tone="quiet">
              <Trans
                t={t}
                i18nKey={sentBy === 'SMS' ? 'channel:steps.code.smsSent' : 'channel:steps.code.calling'}
                values={values}
              />
            </Notice>
          )}
          <div>
            <Input.Label labelElement="div" mb={6} id="code-label">
              {t('channel:steps.code.label')}
            </Input.Label>
            <PinInput
              length={6}
              type="number"
              oneTimeCode
              aria-labelledby="code-label"
              ariaLabel={t('channel:steps.code.digit')}
              disabled={!sentBy}
              value={code}
              error={entering.fieldErrors.code !== undefined}
              onChange={(value) => {
                setCode(value);
                entering.reset();
              }}
              data-testid="code-input"
            />
            {entering.fieldErrors.code && (
              <p className={classes.error} role="alert">
                {entering.fieldErrors.code}
              </p>
            )}
          </div>
        </>
      )}
    </StepFrame>
  );
}
