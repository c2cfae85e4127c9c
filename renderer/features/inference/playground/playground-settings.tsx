import { Anchor, Button, NativeSelect, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { Trans } from 'react-i18next';
import type { InferenceKey } from '../../../../shared/contract/inference/inference-keys.contract.ts';
import { PLAYGROUND_DEFAULTS, PLAYGROUND_PLAIN } from '../../../../shared/contract/inference/playground.ts';
import { numberSeparators } from '../../../lib/format/number-separators.ts';
import { t } from '../../../lib/i18n.ts';
import { NotLoadedLine } from '../../../ui/error-state.tsx';
import type { Settings } from './ask-model.ts';
import classes from './playground.module.css';

interface PlaygroundSettingsProps {
  settings: Settings;
  onChange: (settings: Settings) => void;
}

/** The keys of the model, or why they are not there. */
export interface KeyList {
  data: { data: readonly InferenceKey[] } | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a call is about: the model, the key, and the instructions. */
export function PlaygroundSetup({
  keys,
  models,
  settings,
  onChange,
  onModels,
  hasModel,
}: PlaygroundSettingsProps & {
  keys: KeyList;
  /** The models that are served now; null until they are known. */
  models: readonly string[] | null;
  /** Opens the models. */
  onModels: () => void;
  /** Whether a model is chosen here. */
  hasModel: boolean;
}) {
  // A selected key stays in the list when it expires or is revoked. The call then fails as in a program.
  const choices = (keys.data?.data ?? []).filter(
    (key) => key.status === 'active' || key.id === settings.keyId,
  );
  // One that was chosen before stays chosen while the list is not there.
  const isUnknown = settings.keyId !== null && !choices.some(({ id }) => id === settings.keyId);
  const [only] = models ?? [];
  const any =
    models !== null && only === undefined
      ? t('inference:playground.settings.noModel')
      : models?.length === 1 && only !== undefined
        ? only
        : t('inference:playground.settings.anyModel');
  const named = [...new Set([...(models && models.length > 1 ? models : []), settings.model ?? []].flat())];
  return (
    <div className={classes.setupFields}>
      {hasModel && (
        <NativeSelect
          label={t('inference:playground.settings.model')}
          description={
            <Trans
              t={t}
              i18nKey="inference:playground.settings.modelHint"
              components={{
                models: <Anchor component="button" type="button" inherit onClick={onModels} />,
              }}
            />
          }
          value={settings.model ?? ''}
          onChange={(event) => onChange({ ...settings, model: event.currentTarget.value || null })}
          data={[{ value: '', label: any }, ...named]}
          data-testid="play-model"
        />
      )}
      <NativeSelect
        label={t('inference:playground.settings.key')}
        description={
          keys.error && !keys.data ? (
            <NotLoadedLine text={`${t('inference:keys.loadFailed')}.`} query={keys} size="xs" />
          ) : settings.keyId === null ? (
            t('inference:playground.settings.ownAccountHint')
          ) : (
            t('inference:playground.settings.keyCounts')
          )
        }
        value={settings.keyId ?? ''}
        onChange={(event) => onChange({ ...settings, keyId: event.currentTarget.value || null })}
        data={[
          { value: '', label: t('inference:playground.settings.ownAccount') },
          ...choices.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
          ...(isUnknown
            ? [{ value: settings.keyId ?? '', label: t('inference:playground.settings.chosenKey') }]
            : []),
        ]}
        data-testid="play-key"
      />
      <Textarea
        className={classes.instructions}
        label={t('inference:playground.system')}
        placeholder={t('inference:playground.systemPlaceholder')}
        autosize
        minRows={2}
        maxRows={12}
        value={settings.system}
        onChange={(event) => onChange({ ...settings, system: event.currentTarget.value })}
        data-testid="play-system"
      />
    </div>
  );
}

/** The parameters of the answer. */
export function PlaygroundParameters({ settings, onChange }: PlaygroundSettingsProps) {
  const { decimalSeparator } = numberSeparators();
  return (
    <Stack gap="md">
      <NumberInput
        label={t('inference:playground.settings.temperature')}
        description={t('inference:playground.settings.temperatureHint')}
        decimalSeparator={decimalSeparator}
        min={0}
        max={2}
        step={0.1}
        decimalScale={2}
        clampBehavior="strict"
        value={settings.temperature}
        onChange={(value) => typeof value === 'number' && onChange({ ...settings, temperature: value })}
        data-testid="play-temperature"
      />
      <NumberInput
        label={t('inference:playground.settings.maxTokens')}
        description={t('inference:playground.settings.maxTokensHint')}
        min={1}
        max={131_072}
        step={64}
        allowDecimal={false}
        clampBehavior="strict"
        value={settings.maxTokens}
        onChange={(value) => typeof value === 'number' && onChange({ ...settings, maxTokens: value })}
        data-testid="play-max-tokens"
      />
      <NumberInput
        label={t('inference:playground.settings.topP')}
        description={t('inference:playground.settings.topPHint')}
        decimalSeparator={decimalSeparator}
        min={0.01}
        max={1}
        step={0.05}
        decimalScale={2}
        clampBehavior="blur"
        value={settings.topP}
        onChange={(value) => typeof value === 'number' && value > 0 && onChange({ ...settings, topP: value })}
        data-testid="play-top-p"
      />
      <NumberInput
        label={t('inference:playground.settings.seed')}
        description={t('inference:playground.settings.seedHint')}
        min={0}
        max={2_147_483_647}
        allowDecimal={false}
        clampBehavior="strict"
        value={settings.seed ?? ''}
        onChange={(value) => onChange({ ...settings, seed: typeof value === 'number' ? value : null })}
        data-testid="play-seed"
      />
      <TextInput
        label={t('inference:playground.settings.stopAt')}
        description={t('inference:playground.settings.stopAtHint')}
        maxLength={200}
        value={settings.stop[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...settings, stop: value === '' ? [] : [value] })
        }
        data-testid="play-stop-at"
      />
      <Switch
        label={t('inference:playground.settings.json')}
        checked={settings.isJson}
        onChange={(event) => onChange({ ...settings, isJson: event.currentTarget.checked })}
        data-testid="play-json"
      />
      <Button
        variant="default"
        size="xs"
        onClick={() => onChange({ ...settings, ...PLAYGROUND_DEFAULTS, ...PLAYGROUND_PLAIN })}
        data-testid="play-reset"
      >
        {t('inference:playground.settings.reset')}
      </Button>
    </Stack>
  );
}
