import { Modal } from '@mantine/core';
import { useState } from 'react';
import { RevealKey } from '../../ui/reveal-key.tsx';
import { CreateKeyForm } from './create-key-form.tsx';

/** Makes a key, then shows it once. While it shows, neither Esc nor a click beside it closes. */
export function CreateKey({
  opened,
  curl,
  onClose,
}: {
  opened: boolean;
  curl: (key: string) => string;
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
      title={isShown ? 'Store your key now' : 'Create an API key'}
      closeOnClickOutside={!isShown}
      closeOnEscape={!isShown}
      withCloseButton={!isShown}
    >
      {isShown ? (
        <RevealKey value={key} example={curl(key)} onDone={close} />
      ) : (
        <CreateKeyForm onCreated={setKey} onCancel={close} />
      )}
    </Modal>
  );
}
