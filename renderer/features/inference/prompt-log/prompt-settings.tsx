import { Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import {
  PROMPT_LOG_DAYS,
  type PromptLogSettings,
} from '../../../../shared/contract/inference/prompt-log.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { merged } from '../../../lib/forms/merged.ts';
import { useDraft } from '../../../lib/forms/use-draft.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { promptSettingsOptions, refreshPromptLog } from '../inference.queries.ts';

/** What the form holds. The field of the days is empty while it is typed. */
interface Values {
  keeps: boolean;
  days: number | string;
}

/** Whether prompts and answers are stored, and for how long. Only owners can change it. */
export function PromptSettings({ settings, mayChange }: { settings: PromptLogSettings; mayChange: boolean }) {
  const { values, isChanged, set, saved } = useDraft<Values>(settings);
  const { keeps, days } = values;
  const save = useMutation(
    async () => {
      // Nothing announces what a colleague has saved since. Both settings are sent, so it would be undone.
      const now = await queryClient.fetchQuery({ ...promptSettingsOptions(), staleTime: 0 });
      const wanted = merged(values, settings, { keeps: now.keeps, days: now.days });
      const body = { keeps: wanted.keeps, days: Number(wanted.days) };
      return { sent: values, stored: await api.promptLog.change({ body }) };
    },
    {
      onSuccess: ({ sent, stored }) => {
        saved(sent, stored);
        void refreshPromptLog();
      },
    },
  );

  return (
    <Card padded>
      <Stack gap="md">
        <Switch
          label={t('inference:prompts.settings.keep')}
          checked={keeps}
          disabled={!mayChange}
          onChange={(event) => set({ ...values, keeps: event.currentTarget.checked })}
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
            onChange={(typed) => set({ ...values, days: typed })}
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
