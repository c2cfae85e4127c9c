import { useState } from 'react';
import { PlatformIdSchema } from '../../../../shared/contract/cloud-api-fields.ts';
import { api } from '../../../lib/api.ts';
import { required } from '../../../lib/field-rules.ts';
import { PlatformIdField } from '../platform-id-field.tsx';
import { SecretField } from '../secret-field.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';

const appIdRule = required('Enter the App ID', PlatformIdSchema);

/** The app on the platform that the workspace speaks through. */
export function AppStep({ cloudApi, onDone, onBack, onSkip }: StepProps) {
  const { setup } = cloudApi;
  const [appId, setAppId] = useState(setup.appId ?? '');
  const [appSecret, setAppSecret] = useState('');
  const [asks, setAsks] = useState<Record<string, string>>({});
  const work = useStep(['appId', 'appSecret']);
  const faults = { ...work.faults, ...asks };

  function submit(): void {
    const appIdFault = appIdRule(appId);
    const needsSecret = appSecret.trim() === '' && !setup.appSecret.set;
    setAsks({
      ...(appIdFault !== null && { appId: appIdFault }),
      ...(needsSecret && { appSecret: 'Enter the App Secret' }),
    });
    if (appIdFault !== null || needsSecret) return;
    work.run(async () => {
      const secret = appSecret.trim();
      onDone(await api.cloudApi.setApp({ body: { appId, ...(secret !== '' && { appSecret: secret }) } }));
    });
  }

  return (
    <StepFrame
      title="Which app speaks for you?"
      lead="Messages travel through an app of yours on the platform. Open the app’s dashboard there, then App settings, Basic: both values stand on that page."
      isBusy={work.isBusy}
      problem={work.problem}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      <PlatformIdField
        label="App ID"
        description="Digits, at the top of the app’s dashboard"
        data-autofocus
        data-testid="setup-app-id"
        value={appId}
        error={faults.appId}
        onChange={(event) => {
          setAppId(event.currentTarget.value);
          setAsks({});
          work.clear();
        }}
      />
      <SecretField
        label="App Secret"
        description="Press Show beside it. It proves that what arrives here comes from the platform"
        stored={setup.appSecret}
        value={appSecret}
        error={faults.appSecret}
        onChange={(value) => {
          setAppSecret(value);
          setAsks({});
          work.clear();
        }}
        testId="setup-app-secret"
      />
    </StepFrame>
  );
}
