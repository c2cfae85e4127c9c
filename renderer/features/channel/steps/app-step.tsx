import { useState } from 'react';
import { PlatformIdSchema } from '../../../../shared/contract/channel/cloud-api-fields.ts';
import { api } from '../../../lib/api/api.ts';
import { required } from '../../../lib/forms/field-rules.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { PlatformIdField } from '../platform-id-field.tsx';
import { SecretField } from '../secret-field.tsx';
import { StepFrame } from '../step-frame.tsx';
import type { StepProps } from './step-props.ts';

/** The app on the platform that the workspace sends through. */
export function AppStep({ cloudApi, onDone, onBack, onSkip }: StepProps) {
  const { setup } = cloudApi;
  const [appId, setAppId] = useState(setup.appId ?? '');
  const [appSecret, setAppSecret] = useState('');
  const [asks, setAsks] = useState<Record<string, string>>({});
  const saving = useMutation(save, { fields: ['appId', 'appSecret'] });
  const errors = { ...saving.fieldErrors, ...asks };

  async function save(): Promise<void> {
    const secret = appSecret.trim();
    onDone(await api.cloudApi.setApp({ body: { appId, ...(secret !== '' && { appSecret: secret }) } }));
  }

  function submit(): void {
    const appIdError = required(t('channel:missing.appId'), PlatformIdSchema)(appId);
    const needsSecret = appSecret.trim() === '' && !setup.appSecret.set;
    setAsks({
      ...(appIdError !== null && { appId: appIdError }),
      ...(needsSecret && { appSecret: t('channel:missing.appSecret') }),
    });
    if (appIdError === null && !needsSecret) saving.mutate();
  }

  return (
    <StepFrame
      title={t('channel:steps.app.title')}
      lead={t('channel:steps.app.lead')}
      isPending={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      <PlatformIdField
        label={t('channel:fields.appId')}
        description={t('channel:steps.app.idHint')}
        data-autofocus
        data-testid="setup-app-id"
        value={appId}
        error={errors.appId}
        onChange={(event) => {
          setAppId(event.currentTarget.value);
          setAsks({});
          saving.reset();
        }}
      />
      <SecretField
        label={t('channel:fields.appSecret')}
        description={t('channel:steps.app.secretHint')}
        stored={setup.appSecret}
        value={appSecret}
        error={errors.appSecret}
        onChange={(value) => {
          setAppSecret(value);
          setAsks({});
          saving.reset();
        }}
        testId="setup-app-secret"
      />
    </StepFrame>
  );
}
