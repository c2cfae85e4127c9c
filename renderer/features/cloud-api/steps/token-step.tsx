import { useState } from 'react';
import type { CloudApi } from '../../../../shared/contract/cloud-api.contract.ts';
import { api } from '../../../lib/api.ts';
import { SecretField } from '../secret-field.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';

/** The permanent token of a system user. */
export function TokenStep({
  cloudApi,
  onDone,
  onBack,
  onSkip,
  onWarnings,
}: StepProps & { onWarnings: (messages: string[]) => void }) {
  const stored = cloudApi.setup.accessToken;
  const [accessToken, setAccessToken] = useState('');
  const [ask, setAsk] = useState<string | null>(null);
  const work = useStep(['accessToken']);

  function submit(): void {
    const typed = accessToken.trim();
    if (typed === '' && !stored.set) {
      setAsk('Enter the access token');
      return;
    }
    work.run(async () => {
      const answer: { cloudApi: CloudApi; warnings: { message: string }[] } = await api.cloudApi.setToken({
        body: typed === '' ? {} : { accessToken: typed },
      });
      onWarnings(answer.warnings.map(({ message }) => message));
      onDone(answer.cloudApi);
    });
  }

  return (
    <StepFrame
      title="Which token may send?"
      lead={
        <>
          Use the permanent token of a system user: business settings, Users, System users, Generate token.
          Choose this app, “Never” as its end, and tick <code>whatsapp_business_management</code> and{' '}
          <code>whatsapp_business_messaging</code>. The token on the app’s start page ends after a day.
        </>
      }
      isBusy={work.isBusy}
      problem={work.problem}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      <SecretField
        label="Access token"
        description="It is shown once when you generate it"
        stored={stored}
        value={accessToken}
        error={ask ?? work.faults.accessToken}
        onChange={(value) => {
          setAccessToken(value);
          setAsk(null);
          work.clear();
        }}
        testId="setup-access-token"
      />
    </StepFrame>
  );
}
