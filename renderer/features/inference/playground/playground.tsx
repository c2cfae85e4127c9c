import { Button, Group, Kbd, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconPlayerStop, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { extrasOf } from '../../../../shared/contract/inference/playground.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code/code-block.tsx';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Comparison } from '../compare/comparison.tsx';
import { promptSettingsOptions } from '../inference.queries.ts';
import { LANGUAGE_LABELS, LANGUAGES, type Language, type SnippetCall, snippetOf } from '../snippets.ts';
import type { Settings } from './ask-model.ts';
import classes from './playground.module.css';
import { clear, sendDraft, stop, usePlayground } from './playground.store.ts';
import { type KeyList, PlaygroundParameters, PlaygroundSetup } from './playground-settings.tsx';
import { PlaygroundTurns } from './playground-turns.tsx';

const PLACEHOLDER = 'YOUR_KEY';

/** A playground for the model: instructions, turns, parameters, and the call as code. */
export function Playground({
  keys,
  baseUrl,
  model,
  models,
  onModels,
}: {
  keys: KeyList;
  baseUrl: string;
  /** The model in the code, unless another one is chosen. */
  model: string;
  /** The models that are served now; null until they are known. */
  models: readonly string[] | null;
  onModels: () => void;
}) {
  const { turns, isRunning, problem, settings, draft } = usePlayground();
  const [isComparing, setComparing] = useState(false);
  const [isClearing, setClearing] = useState(false);
  const clearing = useMutation(async () => clear(), { onSuccess: () => setClearing(false) });
  const setSettings = (changed: Settings) => usePlayground.setState({ settings: changed });
  // Also works while the person types.
  useHotkeys([['Escape', stop]], []);
  const settingsOfLog = useQuery(promptSettingsOptions());
  const promptLog = settingsOfLog.data;
  const canSend = !isRunning && draft.trim() !== '';

  function handleSend(): void {
    if (canSend) void sendDraft();
  }

  return (
    <div className={classes.columns}>
      <div className={classes.setup}>
        <Card padded>
          <PlaygroundSetup
            keys={keys}
            models={models}
            settings={settings}
            onChange={setSettings}
            onModels={onModels}
            hasModel={!isComparing}
          />
        </Card>
      </div>
      <Card padded>
        <SegmentedControl
          size="xs"
          mb="md"
          aria-label={t('inference:compare.mode')}
          value={isComparing ? 'compare' : 'chat'}
          onChange={(value) => setComparing(value === 'compare')}
          data={[
            { value: 'chat', label: t('inference:compare.chat') },
            {
              value: 'compare',
              label: <span data-testid="play-compare">{t('inference:compare.compare')}</span>,
            },
          ]}
        />
        {isComparing && <Comparison models={models ?? []} onModels={onModels} />}
        <div className={classes.console} hidden={isComparing}>
          <ConfirmModal
            opened={isClearing}
            title={t('inference:playground.clearTitle')}
            confirmLabel={t('inference:playground.clear')}
            mutation={clearing}
            onClose={() => setClearing(false)}
          >
            <Text>{t('inference:playground.clearText')}</Text>
          </ConfirmModal>
          <PlaygroundTurns turns={turns} isRunning={isRunning} />
          {problem !== null && (
            <div data-testid="play-problem">
              <Notice tone="bad">{problem}</Notice>
            </div>
          )}
          <Textarea
            aria-label={t('inference:playground.message')}
            placeholder={t('inference:playground.draftPlaceholder')}
            autosize
            minRows={2}
            maxRows={8}
            value={draft}
            onChange={(event) => usePlayground.setState({ draft: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) handleSend();
            }}
            data-testid="play-draft"
          />
          <NotLoadedLine text={t('inference:playground.storedUnknown')} query={settingsOfLog} />
          {promptLog?.keeps && (
            <Text size="sm" c="dimmed" data-testid="play-kept">
              {t('inference:playground.stored', { count: promptLog.days })}
            </Text>
          )}
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" visibleFrom="sm">
              <Trans t={t} i18nKey="inference:playground.keyboard" components={{ kbd: <Kbd /> }} />
            </Text>
            <Group gap="xs">
              <Button
                variant="default"
                leftSection={<IconTrash size={16} />}
                disabled={turns.length === 0}
                onClick={() => setClearing(true)}
                data-testid="play-clear"
              >
                {t('inference:playground.clear')}
              </Button>
              {isRunning ? (
                <Button
                  color="red.8"
                  leftSection={<IconPlayerStop size={16} />}
                  onClick={stop}
                  data-testid="play-stop"
                >
                  {t('inference:playground.stop')}
                </Button>
              ) : (
                <Button
                  leftSection={<IconSend size={16} />}
                  disabled={!canSend}
                  onClick={handleSend}
                  data-testid="play-send"
                >
                  {t('inference:playground.send')}
                </Button>
              )}
            </Group>
          </Group>
        </div>
      </Card>
      <div className={classes.parameters}>
        <Card padded>
          <PlaygroundParameters settings={settings} onChange={setSettings} />
        </Card>
      </div>
      <div className={classes.code} hidden={isComparing}>
        <PlaygroundCode
          call={{
            baseUrl,
            model: settings.model ?? model,
            messages: [
              ...(settings.system.trim() === '' ? [] : [{ role: 'system', content: settings.system }]),
              ...turns.map(({ role, content }) => ({ role, content })),
              ...(draft.trim() === '' && turns.length > 0
                ? []
                : [{ role: 'user', content: draft || t('inference:playground.exampleDraft') }]),
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

/** The call as code to copy. The key is a placeholder, because the page does not know it. */
function PlaygroundCode({ call }: { call: Omit<SnippetCall, 'key'> }) {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {t('inference:playground.codeTitle')}
      </Text>
      <SegmentedControl
        size="xs"
        mb={8}
        aria-label={t('inference:playground.codeLanguage')}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_LABELS[value] }))}
      />
      <CodeBlock
        label={t('inference:playground.code')}
        code={snippetOf(language, { ...call, key: PLACEHOLDER })}
      />
    </div>
  );
}
