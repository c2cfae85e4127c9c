import { useState } from 'react';
import { PlatformIdSchema } from '../../../../shared/contract/cloud-api-fields.ts';
import { api } from '../../../lib/api.ts';
import { required } from '../../../lib/field-rules.ts';
import { PlatformIdField } from '../platform-id-field.tsx';
import { StepFrame } from '../step-frame.tsx';
import { useStep } from '../use-step.ts';
import type { StepProps } from './step-props.ts';

const wabaIdRule = required('Enter the WABA ID', PlatformIdSchema);

/** The business account that the number belongs to. */
export function AccountStep({ cloudApi, onDone, onBack, onSkip }: StepProps) {
  const [wabaId, setWabaId] = useState(cloudApi.setup.wabaId ?? '');
  const [ask, setAsk] = useState<string | null>(null);
  const work = useStep(['wabaId', 'accessToken']);

  function submit(): void {
    const fault = wabaIdRule(wabaId);
    setAsk(fault);
    if (fault === null) work.run(async () => onDone(await api.cloudApi.setAccount({ body: { wabaId } })));
  }

  return (
    <StepFrame
      title="Which business account is it?"
      lead="The account that holds your numbers, called WABA. Its id stands in business settings under Accounts, and in the app’s dashboard under API setup. It is not the id of the business portfolio above it."
      isBusy={work.isBusy}
      problem={work.problem ?? work.faults.accessToken ?? null}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      <PlatformIdField
        label="WABA ID"
        data-autofocus
        data-testid="setup-waba-id"
        value={wabaId}
        error={ask ?? work.faults.wabaId}
        onChange={(event) => {
          setWabaId(event.currentTarget.value);
          setAsk(null);
          work.clear();
        }}
      />
    </StepFrame>
  );
}
