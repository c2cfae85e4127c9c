import { Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import {
  PROMPT_LOG_DAYS,
  type PromptLogSettings,
} from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { refreshPromptLog } from '../inference.queries.ts';

/** Whether prompts and answers are stored, and for how long. Only owners can change it. */
export function PromptSettings({ settings, mayChange }: { settings: PromptLogSettings; mayChange: boolean }) {
  const [keeps, setKeeps] = useState(settings.keeps);
  const [days, setDays] = useState<number | string>(settings.days);
  const isChanged = keeps !== settings.keeps || days !== settings.days;
  const save = useMutation(async () => {
    await api.promptLog.change({ body: { keeps, days: Number(days) } });
    await refreshPromptLog();
  });

  return (
    <Card padded>
      <Stack gap="md">
        <Switch
          label={t('inference:prompts.settings.keep')}
          checked={keeps}
          disabled={!mayChange}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
          data-testid="prompts-keep"
        />
        <Text size="sm" maw="70ch">
          {keeps
            ? t('inference:prompts.settings.on', { count: Number(days) })
            : t('inference:prompts.settings.off')}
        </Text>
        {keeps && (
          <NumberInput
            label={t('inference:prompts.settings.deleteAfter')}
            suffix={t('inference:prompts.settings.days', { count: Number(days) })}
            min={PROMPT_LOG_DAYS.least}
            max={PROMPT_LOG_DAYS.most}
            allowDecimal={false}
            clampBehavior="blur"
            maw={180}
            value={days}
            disabled={!mayChange}
            onChange={setDays}
            data-testid="prompts-days"
          />
        )}
        <MutationError mutation={save} />
        {mayChange ? (
          isChanged && (
            <Group>
              <MutationButton disabled={days === ''} mutation={save} data-testid="prompts-save">
                {t('actions.save')}
              </MutationButton>
              {settings.keeps && !keeps && (
                <Text size="sm" c="dimmed">
                  {t('inference:prompts.settings.offLater')}
                </Text>
              )}
            </Group>
          )
        ) : (
          <Text size="sm" c="dimmed">
            {t('inference:prompts.settings.ownerOnly')}
          </Text>
        )}
      </Stack>
    </Card>
  );
}
