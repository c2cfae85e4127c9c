import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import { SecretValue } from './secret-value.tsx';

/** The one time a key is shown. It goes only after the person has said that they have it. */
export function RevealKey({
  value,
  example,
  onDone,
}: {
  value: string;
  /** A command that uses it. */
  example: string;
  onDone: () => void;
}) {
  const [isStored, setStored] = useState(false);
  return (
    <Stack>
      <Text size="sm">
        This is the only time you see it: we keep a fingerprint, not the key. If it gets lost, revoke it and
        create another.
      </Text>
      <SecretValue value={value} testId="key-value" />
      <div>
        <Text size="sm" c="dimmed" mb={6}>
          Try it in a terminal:
        </Text>
        <CodeBlock code={example} label="Example request with your key" />
      </div>
      <Group justify="space-between" mt="xs">
        <Checkbox
          label="I stored it"
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
          data-testid="key-stored"
        />
        <Button disabled={!isStored} onClick={onDone} data-testid="key-done">
          Done
        </Button>
      </Group>
    </Stack>
  );
}
