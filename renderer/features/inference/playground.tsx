import { Button, Group, Kbd, Text, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPlayerStop, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { extrasOf, PLAYGROUND_DEFAULTS, PLAYGROUND_PLAIN } from '../../../shared/contract/playground.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { promptSettingsOptions } from './inference.queries.ts';
import classes from './playground.module.css';
import { PlaygroundCode } from './playground-code.tsx';
import { PlaygroundSettings } from './playground-settings.tsx';
import { PlaygroundTurns } from './playground-turns.tsx';
import { type Settings, usePlayground } from './use-playground.ts';

/** A console to talk to the model: instructions, turns, parameters, and the same as code. */
export function Playground({
  keys,
  baseUrl,
  model,
}: {
  keys: readonly InferenceKey[];
  baseUrl: string;
  model: string;
}) {
  const [settings, setSettings] = useState<Settings>({
    system: '',
    keyId: null,
    ...PLAYGROUND_DEFAULTS,
    ...PLAYGROUND_PLAIN,
  });
  const [draft, setDraft] = useState('');
  const { turns, isRunning, problem, send, stop, clear } = usePlayground();
  // Also while somebody types.
  useHotkeys([['Escape', stop]], []);
  const kept = useQuery(promptSettingsOptions()).data;
  const canSend = !isRunning && draft.trim() !== '';

  function handleSend(): void {
    if (!canSend) return;
    setDraft('');
    void send(draft, settings).then((hasCome) => {
      // What was refused can be sent again as it is, or changed.
      if (!hasCome) setDraft((now) => now || draft);
    });
  }

  return (
    <div className={classes.columns}>
      <Card padded>
        <div className={classes.console}>
          <Textarea
            label="Instructions (system)"
            placeholder="You answer customers of a bakery, in one sentence."
            autosize
            minRows={1}
            maxRows={6}
            value={settings.system}
            onChange={(event) => setSettings({ ...settings, system: event.currentTarget.value })}
            data-testid="play-system"
          />
          <PlaygroundTurns turns={turns} isRunning={isRunning} />
          {problem !== null && (
            <div data-testid="play-problem">
              <Notice tone="bad">{problem}</Notice>
            </div>
          )}
          <Textarea
            aria-label="Your message (user)"
            placeholder="Write to the model"
            autosize
            minRows={2}
            maxRows={8}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) handleSend();
            }}
            data-testid="play-draft"
          />
          {kept?.keeps && (
            <Text size="sm" c="dimmed" data-testid="play-kept">
              {`What you say here is kept for ${kept.days} ${kept.days === 1 ? 'day' : 'days'}, for the owners and admins of this workspace.`}
            </Text>
          )}
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" visibleFrom="sm">
              <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> sends, <Kbd>Esc</Kbd> stops
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconTrash size={16} />}
                disabled={turns.length === 0}
                onClick={clear}
                data-testid="play-clear"
              >
                Clear
              </Button>
              {isRunning ? (
                <Button
                  color="red.8"
                  leftSection={<IconPlayerStop size={16} />}
                  onClick={stop}
                  data-testid="play-stop"
                >
                  Stop
                </Button>
              ) : (
                <Button
                  leftSection={<IconSend size={16} />}
                  disabled={!canSend}
                  onClick={handleSend}
                  data-testid="play-send"
                >
                  Send
                </Button>
              )}
            </Group>
          </Group>
        </div>
      </Card>
      <Card padded>
        <PlaygroundSettings keys={keys} settings={settings} onChange={setSettings} />
      </Card>
      <div className={classes.code}>
        <PlaygroundCode
          call={{
            baseUrl,
            model,
            messages: [
              ...(settings.system.trim() === '' ? [] : [{ role: 'system', content: settings.system }]),
              ...turns.map(({ role, content }) => ({ role, content })),
              ...(draft.trim() === '' && turns.length > 0
                ? []
                : [{ role: 'user', content: draft || 'Hello' }]),
            ],
            temperature: settings.temperature,
            maxTokens: settings.maxTokens,
            extras: extrasOf(settings),
          }}
        />
      </div>
    </div>
  );
}
