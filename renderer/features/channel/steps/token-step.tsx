import { useState } from 'react';
import { Trans } from 'react-i18next';
import type { CloudApi } from '../../../../shared/contract/channel/cloud-api.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { SecretField } from '../secret-field.tsx';
import { StepFrame } from '../step-frame.tsx';
import type { StepProps } from './step-props.ts';

/** The permanent token of a system user. */
export function TokenStep({
  cloudApi,
  onDone,
  onBack,
  onSkip,
  onTemporary,
}: StepProps & { onTemporary: (isTemporary: boolean) => void }) {
  const stored = cloudApi.setup.accessToken;
  const [accessToken, setAccessToken] = useState('');
  const [ask, setAsk] = useState<string | null>(null);
  const saving = useMutation(save, { fields: ['accessToken'] });

  async function save(): Promise<void> {
    const typed = accessToken.trim();
    const response: { cloudApi: CloudApi; warnings: unknown[] } = await api.cloudApi.setToken({
      body: typed === '' ? {} : { accessToken: typed },
    });
    // The only warning that exists: the token expires.
    onTemporary(response.warnings.length > 0);
    onDone(response.cloudApi);
  }

  function submit(): void {
    if (accessToken.trim() === '' && !stored.set) setAsk(t('channel:missing.accessToken'));
    else saving.mutate();
  }

  return (
    <StepFrame
      title={t('channel:steps.token.title')}
      lead={<Trans t={t} i18nKey="channel:steps.token.lead" components={{ code: <code /> }} />}
      isPending={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      <SecretField
        label={t('channel:fields.accessToken')}
        description={t('channel:steps.token.hint')}
        stored={stored}
        value={accessToken}
        error={ask ?? saving.fieldErrors.accessToken}
        onChange={(value) => {
          setAccessToken(value);
          setAsk(null);
          saving.reset();
        }}
        testId="setup-access-token"
      />
    </StepFrame>
  );
}
