import { Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { api } from '../../lib/api.ts';
import { sentenceOf } from '../../lib/api-error.ts';
import { formatAgoInWords } from '../../lib/format.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useNow } from '../../ui/use-now.ts';
import { refreshApiKeys } from './api-keys.queries.ts';

/** Asks before a key stops working; its name has to be typed. Null keeps it closed. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const now = useNow();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function close(): void {
    setProblem(null);
    onClose();
  }

  async function handleConfirm(): Promise<void> {
    if (!apiKey) return;
    setBusy(true);
    try {
      await api.apiKeys.revoke({ params: { id: apiKey.id } });
      refreshApiKeys();
      close();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <ConfirmModal
      opened={apiKey !== null}
      title="Revoke this key?"
      confirmLabel="Revoke key"
      typeToConfirm={apiKey?.name ?? ''}
      isBusy={isBusy}
      problem={problem}
      onConfirm={handleConfirm}
      onClose={close}
    >
      <Text>
        Programs that use <strong>{apiKey?.name}</strong> (<code>svc_…{apiKey?.hint}</code>) are refused from
        their next request on. This cannot be undone.
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {apiKey?.lastUsedAt
          ? `Last used: ${formatAgoInWords(apiKey.lastUsedAt, now)}.`
          : 'It was never used.'}
      </Text>
    </ConfirmModal>
  );
}
