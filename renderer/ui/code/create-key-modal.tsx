import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { CodeBlock } from './code-block.tsx';
import { SecretValue } from './secret-value.tsx';

export interface CreateKeyModalProps {
  opened: boolean;
  /** The title of the form. */
  title: string;
  /** A command that uses the key. */
  exampleOf: (key: string) => string;
  /** What is shown under the key. */
  below?: (key: string) => ReactNode;
  onClose: () => void;
  /** The form that creates the key. */
  children: (form: { onCreated: (key: string) => void; onCancel: () => void }) => ReactNode;
}

/** Creates a key, then shows it once. Meanwhile, Esc and clicks outside do not close the dialog. */
export function CreateKeyModal({ opened, title, exampleOf, below, onClose, children }: CreateKeyModalProps) {
  const [key, setKey] = useState<string | null>(null);

  function close(): void {
    onClose();
    setKey(null);
  }

  const isShown = key !== null;
  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={isShown ? t('key.storeNow') : title}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
      withCloseButton={!isShown}
    >
      {isShown ? (
        <>
          <RevealKey value={key} example={exampleOf(key)} onDone={close} />
          {below?.(key)}
        </>
      ) : (
        children({ onCreated: setKey, onCancel: close })
      )}
    </Modal>
  );
}

/** Shows a new key, once. The person confirms that they have stored it before it closes. */
function RevealKey({
  value,
  example,
  onDone,
}: {
  value: string;
  /** A command that uses the key. */
  example: string;
  onDone: () => void;
}) {
  const [isStored, setStored] = useState(false);
  return (
    <Stack>
      <Text size="sm">{t('key.onlyOnce')}</Text>
      <SecretValue value={value} testId="key-value" />
      <div>
        <Text size="sm" c="dimmed" mb={6}>
          {t('key.tryIt')}
        </Text>
        <CodeBlock code={example} label={t('key.example')} />
      </div>
      <Group justify="space-between" mt="xs">
        <Checkbox
          label={t('key.stored')}
          checked={isStored}
          onChange={(event) => setStored(event.currentTarget.checked)}
          data-testid="key-stored"
        />
        <Button disabled={!isStored} onClick={onDone} data-testid="key-done">
          {t('actions.done')}
        </Button>
      </Group>
    </Stack>
  );
}
