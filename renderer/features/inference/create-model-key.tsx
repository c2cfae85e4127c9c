import { Modal } from '@mantine/core';
import { useState } from 'react';
import { RevealKey } from '../../ui/reveal-key.tsx';
import { ModelKeyForm } from './model-key-form.tsx';

/** Makes a key, then shows it once. While it shows, neither Esc nor a click beside it closes. */
export function CreateModelKey({
  opened,
  exampleOf,
  onClose,
}: {
  opened: boolean;
  exampleOf: (key: string) => string;
  onClose: () => void;
}) {
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
      title={isShown ? 'Store your key now' : 'Create a key for the model'}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
      withCloseButton={!isShown}
    >
      {isShown ? (
        <RevealKey value={key} example={exampleOf(key)} onDone={close} />
      ) : (
        <ModelKeyForm onCreated={setKey} onCancel={close} />
      )}
    </Modal>
  );
}
