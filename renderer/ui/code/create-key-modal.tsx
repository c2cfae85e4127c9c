import { Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { RevealKey } from './reveal-key.tsx';

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
