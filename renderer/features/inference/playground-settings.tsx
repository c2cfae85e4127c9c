import { Button, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
import { PLAYGROUND_DEFAULTS, PLAYGROUND_PLAIN } from '../../../shared/contract/playground.ts';
import type { Settings } from './use-playground.ts';

/** Whose call it is, and the parameters of the answer. */
export function PlaygroundSettings({
  keys,
  settings,
  onChange,
}: {
  keys: readonly InferenceKey[];
  settings: Settings;
  onChange: (settings: Settings) => void;
}) {
  // A key that has ended stays choosable while it is chosen: one sees then what its program sees.
  const choices = keys.filter((key) => key.status === 'active' || key.id === settings.keyId);
  return (
    <Stack gap="md">
      <NativeSelect
        label="As which key"
        description={
          settings.keyId === null ? 'Your own sign-in: counts for no key' : 'Counts against the key’s quota'
        }
        value={settings.keyId ?? ''}
        onChange={(event) => onChange({ ...settings, keyId: event.currentTarget.value || null })}
        data={[
          { value: '', label: 'My sign-in' },
          ...choices.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` })),
        ]}
        data-testid="play-key"
      />
      <NumberInput
        label="Temperature"
        description="0 is the likeliest word each time; higher is freer"
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
        label="Max Response Tokens"
        description="The longest answer; a token is about ¾ of a word"
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
        label="Top-p"
        description="Draws from the likeliest words that make up this share; 1 is all"
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
        label="Seed"
        description="The same number gives the same answer again; empty is chance"
        min={0}
        max={2_147_483_647}
        allowDecimal={false}
        clampBehavior="strict"
        value={settings.seed ?? ''}
        onChange={(value) => onChange({ ...settings, seed: typeof value === 'number' ? value : null })}
        data-testid="play-seed"
      />
      <TextInput
        label="Stop at"
        description="The answer ends before these words"
        maxLength={200}
        value={settings.stop[0] ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...settings, stop: value === '' ? [] : [value] })
        }
        data-testid="play-stop-at"
      />
      <Switch
        label="Answer as a JSON object"
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
        Back to the defaults
      </Button>
    </Stack>
  );
}
