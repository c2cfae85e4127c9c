import { Button, Group, NumberInput, Stack, Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { PROMPT_LOG_DAYS, type PromptLogSettings } from '../../../shared/contract/prompt-log.contract.ts';
import { api } from '../../lib/api.ts';
import { useDeed } from '../../lib/use-deed.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { refreshPromptLog } from './inference.queries.ts';

/** Whether prompts and answers are kept, how long, and who sees them. An owner decides. */
export function PromptSettings({ settings, mayChange }: { settings: PromptLogSettings; mayChange: boolean }) {
  const [keeps, setKeeps] = useState(settings.keeps);
  const [days, setDays] = useState<number | string>(settings.days);
  const isChanged = keeps !== settings.keeps || days !== settings.days;
  const save = useDeed(async () => {
    await api.promptLog.change({ body: { keeps, days: Number(days) } });
    await refreshPromptLog();
  });

  return (
    <Card padded>
      <Stack gap="md">
        <Switch
          label="Keep prompts and answers"
          checked={keeps}
          disabled={!mayChange}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
          data-testid="prompts-keep"
        />
        <Text size="sm" maw="70ch">
          {keeps
            ? `Of every call from now on, by your programs and in the playground, this server keeps the messages and the answer, with the time, the key or person, and how long it took. After ${days} ${days === 1 ? 'day' : 'days'} they are deleted. The owners and admins of this workspace can read them here; nobody of another workspace can. What customers have told the model is in there too: tell them if you must.`
            : 'Nothing of what is said to the model is written down: no prompt and no answer, in no table and in no log. Only calls and tokens are counted.'}
        </Text>
        {keeps && (
          <NumberInput
            label="Delete after"
            suffix={days === 1 ? ' day' : ' days'}
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
        {save.problem !== null && <Notice tone="bad">{save.problem}</Notice>}
        {mayChange ? (
          isChanged && (
            <Group>
              <Button
                disabled={days === ''}
                loading={save.isBusy}
                onClick={save.run}
                data-testid="prompts-save"
              >
                Save
              </Button>
              {settings.keeps && !keeps && (
                <Text size="sm" c="dimmed">
                  What is kept already stays until its time is over, or until you delete it.
                </Text>
              )}
            </Group>
          )
        ) : (
          <Text size="sm" c="dimmed">
            Only an owner of the workspace can change this.
          </Text>
        )}
      </Stack>
    </Card>
  );
}
