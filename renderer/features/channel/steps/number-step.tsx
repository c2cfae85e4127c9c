import { Radio, Skeleton, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { sentenceOf } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { numbersOptions } from '../cloud-api.queries.ts';
import { NumberCard } from '../number-card.tsx';
import { StepFrame } from '../step-frame.tsx';
import { AddNumber } from './add-number.tsx';
import type { StepProps } from './step-props.ts';

/** Chooses the number of the workspace from the numbers of the business account. */
export function NumberStep({ cloudApi, onDone, onBack, onSkip }: StepProps) {
  const numbers = useQuery(numbersOptions());
  const found = numbers.data?.data;
  const [picked, setPicked] = useState<string | null>(cloudApi.credentials.phoneNumberId);
  const only = found?.length === 1 ? (found[0]?.id ?? null) : null;
  const choice = found?.some(({ id }) => id === picked) ? picked : only;
  const isNew = found?.some(
    ({ id, isVerified, isRegistered }) => id === choice && !isVerified && !isRegistered,
  );
  const saving = useMutation(async (phoneNumberId: string) =>
    onDone(await api.cloudApi.setNumber({ body: { phoneNumberId } })),
  );

  function submit(): void {
    if (numbers.error) return void numbers.refetch();
    if (choice !== null) saving.mutate(choice);
  }

  return (
    <StepFrame
      title={t('channel:steps.number.title')}
      lead={t('channel:steps.number.lead')}
      submitLabel={numbers.error ? t('actions.retry') : t('channel:steps.number.use')}
      isPending={saving.isPending}
      isDisabled={!numbers.error && choice === null}
      error={saving.error ?? (numbers.error ? sentenceOf(numbers.error) : null)}
      onSubmit={submit}
      onBack={onBack}
      onSkip={onSkip}
    >
      {found === undefined && !numbers.error && (
        <Stack gap="sm" aria-busy="true">
          <Skeleton height={76} radius="md" />
          <Skeleton height={76} radius="md" />
        </Stack>
      )}
      {found && found.length > 0 && (
        <Radio.Group
          aria-label={t('channel:steps.number.choices')}
          value={choice}
          onChange={(id) => {
            setPicked(id);
            saving.reset();
          }}
        >
          <Stack gap="sm">
            {found.map((number) => (
              <NumberCard key={number.id} number={number} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {found?.length === 0 && (
        <Notice tone="warn" icon={<IconAlertTriangle size={18} />}>
          {t('channel:steps.number.none')}
        </Notice>
      )}
      {found && (
        <AddNumber
          onAdded={(id) => {
            setPicked(id);
            saving.reset();
            void numbers.refetch();
          }}
        />
      )}
      <Notice tone={isNew ? 'warn' : 'quiet'}>{t('channel:steps.number.new')}</Notice>
    </StepFrame>
  );
}
