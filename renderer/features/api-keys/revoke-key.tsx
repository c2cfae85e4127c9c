import { Text } from '@mantine/core';
import type { ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { api } from '../../lib/api.ts';
import { formatAgoInWords } from '../../lib/format.ts';
import { useConfirmed } from '../../lib/use-confirmed.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useNow } from '../../ui/use-now.ts';
import { refreshApiKeys } from './api-keys.queries.ts';

/** Asks before a key stops working; its name has to be typed. Null keeps it closed. */
export function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const now = useNow();
  const confirmed = useConfirmed(async () => {
    if (!apiKey) return;
    await api.apiKeys.revoke({ params: { id: apiKey.id } });
    refreshApiKeys();
  }, onClose);

  return (
    <ConfirmModal
      opened={apiKey !== null}
      title="Revoke this key?"
      confirmLabel="Revoke key"
      typeToConfirm={apiKey?.name ?? ''}
      {...confirmed}
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
