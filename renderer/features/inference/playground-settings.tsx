import { NativeSelect, NumberInput, Stack } from '@mantine/core';
import type { InferenceKey } from '../../../shared/contract/inference-keys.contract.ts';
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
    </Stack>
  );
}
