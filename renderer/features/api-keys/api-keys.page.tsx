import { Button, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Trans } from 'react-i18next';
import type { Session } from '../../../shared/contract/access/session.contract.ts';
import { API_KEY_LIMIT, type ApiKey } from '../../../shared/contract/api-keys.contract.ts';
import { api } from '../../lib/api/api.ts';
import { place } from '../../lib/desktop/desktop.ts';
import { formatAgoInWords } from '../../lib/format/format.ts';
import { useMutation } from '../../lib/forms/use-mutation.ts';
import { t } from '../../lib/i18n.ts';
import { CodeBlock } from '../../ui/code/code-block.tsx';
import { CreateKeyModal } from '../../ui/code/create-key-modal.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { DocsLink } from '../../ui/links/docs-link.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { ApiKeyTable } from './api-key-table.tsx';
import { apiKeysOptions, refreshApiKeys } from './api-keys.queries.ts';
import { CreateKeyForm } from './create-key-form.tsx';
import { EditKey } from './edit-key.tsx';
import { RollKeyForm } from './roll-key-form.tsx';

/** Where the pages of /docs ask for the key that is shown here (scripts/build/reference). */
const DOCS_KEY_CHANNEL = 'switchboard-docs-key';

/** The keys that programs use: create, list and revoke them. */
export function ApiKeysPage({ session }: { session: Session }) {
  const keys = useQuery(apiKeysOptions());
  const [isCreating, setCreating] = useState(false);
  const [rolled, setRolled] = useState<ApiKey | null>(null);
  const [edited, setEdited] = useState<ApiKey | null>(null);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const count = keys.data?.data.length ?? 0;
  const limit = keys.data?.limit ?? API_KEY_LIMIT;
  const isFull = count >= limit;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!keys.data || isFull}
      onClick={() => setCreating(true)}
      data-testid="key-create"
    >
      {t('api-keys:create')}
    </Button>
  );

  return (
    <PageFrame
      title={t('api-keys:title')}
      lead={<Trans t={t} i18nKey="api-keys:lead" components={{ guide: <DocsLink page="guide" /> }} />}
      actions={
        <>
          {count > 0 && (
            <Text size="sm" c="dimmed">
              {t('api-keys:used', { used: count, limit })}
            </Text>
          )}
          {count > 0 && createButton}
        </>
      }
    >
      {isFull && (
        <div style={{ marginBottom: 14 }}>
          <Notice tone="warn">{t('api-keys:full', { limit })}</Notice>
        </div>
      )}
      <ListCard
        query={keys}
        errorTitle={t('api-keys:loadFailed')}
        empty={
          keys.data &&
          count === 0 && (
            <EmptyState
              icon={<IconKey size={26} stroke={1.6} />}
              title={t('api-keys:empty.title')}
              actions={createButton}
            >
              {t('api-keys:empty.text')}
            </EmptyState>
          )
        }
      >
        <ApiKeyTable
          keys={keys.data?.data ?? null}
          onEdit={setEdited}
          onRoll={setRolled}
          onEndPrevious={setEnding}
          onRevoke={setRevoked}
        />
      </ListCard>
      {count > 0 && (
        <div style={{ marginTop: 24 }}>
          <Text size="sm" c="dimmed" mb={6}>
            <Trans
              t={t}
              i18nKey="api-keys:example.text"
              components={{
                reference: <DocsLink page="" />,
              }}
            />
          </Text>
          <CodeBlock label={t('api-keys:example.label')} code={curlLine(session, 'YOUR_KEY')} />
        </div>
      )}
      <CreateKeyModal
        opened={isCreating}
        title={t('api-keys:createTitle')}
        exampleOf={(key) => curlLine(session, key)}
        below={(key) => <GuideWithKey apiKey={key} />}
        onClose={() => setCreating(false)}
      >
        {(form) => <CreateKeyForm {...form} />}
      </CreateKeyModal>
      <CreateKeyModal
        opened={rolled !== null}
        title={t('api-keys:roll.title')}
        exampleOf={(key) => curlLine(session, key)}
        below={(key) => <GuideWithKey apiKey={key} />}
        onClose={() => setRolled(null)}
      >
        {(form) => rolled && <RollKeyForm apiKey={rolled} {...form} />}
      </CreateKeyModal>
      <EditKey apiKey={edited} onClose={() => setEdited(null)} />
      <EndPreviousKey apiKey={ending} onClose={() => setEnding(null)} />
      <RevokeKey apiKey={revoked} onClose={() => setRevoked(null)} />
    </PageFrame>
  );
}

/**
 * Leads to the guide, whose examples have the new key in them. The pages of the guide ask for it while the key is shown
 * here: it is in no address and in no storage.
 */
function GuideWithKey({ apiKey }: { apiKey: string }) {
  useEffect(() => {
    const channel = new BroadcastChannel(DOCS_KEY_CHANNEL);
    channel.onmessage = ({ data }) => {
      if (data === 'ask') channel.postMessage({ key: apiKey });
    };
    return () => channel.close();
  }, [apiKey]);
  // The desktop app opens the guide in a browser, which has another origin.
  if (place !== null) return null;
  return (
    <Text size="sm" c="dimmed" mt={14} data-testid="guide-with-key">
      <Trans t={t} i18nKey="api-keys:guideWithKey" components={{ guide: <DocsLink page="guide" /> }} />
    </Text>
  );
}

function curlLine({ publicUrl }: Session, key: string): string {
  return `curl -H 'Authorization: Bearer ${key}' '${publicUrl.replace(/\/$/, '')}/api/v1/contacts?limit=5'`;
}

/** Asks for confirmation before the previous secret of a key ends before its time. Null keeps it closed. */
function EndPreviousKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const ending = useMutation(
    async () => {
      if (!apiKey) return;
      await api.apiKeys.endPrevious({ params: { id: apiKey.id } });
      refreshApiKeys();
    },
    { onSuccess: onClose },
  );
  return (
    <ConfirmModal
      opened={apiKey !== null}
      title={t('api-keys:endPrevious.title')}
      confirmLabel={t('api-keys:endPrevious.confirm')}
      mutation={ending}
      onClose={onClose}
    >
      <Trans
        t={t}
        i18nKey="api-keys:endPrevious.text"
        values={{ name: apiKey?.name ?? '', hint: apiKey?.previous?.hint ?? '' }}
        components={{ code: <code /> }}
      />
      {ending.error !== null && (
        <Text fw={600} mt="xs">
          {t('api-keys:previousNotEnded')}
        </Text>
      )}
    </ConfirmModal>
  );
}

/** Asks for confirmation before a key is revoked; the person types its name. Null keeps it closed. */
function RevokeKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  const now = useNow();
  const revoking = useMutation(
    async () => {
      if (!apiKey) return;
      await api.apiKeys.revoke({ params: { id: apiKey.id } });
      refreshApiKeys();
    },
    { onSuccess: onClose },
  );

  return (
    <ConfirmModal
      opened={apiKey !== null}
      title={t('api-keys:revoke.title')}
      confirmLabel={t('api-keys:revoke.confirm')}
      typeToConfirm={apiKey?.name ?? ''}
      mutation={revoking}
      onClose={onClose}
    >
      <Text>
        <Trans
          t={t}
          i18nKey="api-keys:revoke.text"
          values={{ name: apiKey?.name ?? '', hint: apiKey?.hint ?? '' }}
          components={{ code: <code /> }}
        />
      </Text>
      <Text size="sm" c="dimmed" mt="xs">
        {apiKey?.lastUsedAt
          ? t('api-keys:revoke.lastUsed', { when: formatAgoInWords(apiKey.lastUsedAt, now) })
          : t('api-keys:revoke.neverUsed')}
      </Text>
    </ConfirmModal>
  );
}
