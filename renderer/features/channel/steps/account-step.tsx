import { useState } from 'react';
import { PlatformIdSchema } from '../../../../shared/contract/channel/cloud-api-fields.ts';
import { api } from '../../../lib/api/api.ts';
import { required } from '../../../lib/forms/field-rules.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { PlatformIdField } from '../platform-id-field.tsx';
import { StepFrame } from '../step-frame.tsx';
import type { StepProps } from './step-props.ts';

/** The business account that the number belongs to. */
export function AccountStep({ cloudApi, onDone, onBack, onSkip }: StepProps) {
  const [wabaId, setWabaId] = useState(cloudApi.setup.wabaId ?? '');
  const [ask, setAsk] = useState<string | null>(null);
  const saving = useMutation(async () => onDone(await api.cloudApi.setAccount({ body: { wabaId } })), {
    fields: ['wabaId', 'accessToken'],
  });

  function submit(): void {
    const error = required(t('channel:missing.wabaId'), PlatformIdSchema)(wabaId);
    setAsk(error);
    if (error === null) saving.mutate();
  }

  return (
    <StepFrame
      title={t('channel:steps.account.title')}
      lead={t('channel:steps.account.lead')}
      isPending={saving.isPending}
      error={saving.error ?? saving.fieldErrors.accessToken ?? null}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      <PlatformIdField
        label={t('channel:fields.wabaId')}
        data-autofocus
        data-testid="setup-waba-id"
        value={wabaId}
        error={ask ?? saving.fieldErrors.wabaId}
        onChange={(event) => {
          setWabaId(event.currentTarget.value);
          setAsk(null);
          saving.reset();
        }}
      />
    </StepFrame>
  );
}
