import { Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../../shared/contract/access/session.contract.ts';
import type { WebhookEndpoint } from '../../../../shared/contract/webhooks/webhook-endpoints.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { formatUntil } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeChip } from '../../../ui/code/code-chip.tsx';
import { SecretValue } from '../../../ui/code/secret-value.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { MutationButton, MutationError } from '../../../ui/mutation-button.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ReceiverSnippets } from './receiver-snippets.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import classes from './security-tab.module.css';

const columns = (): Column[] => [
  { key: 'hint', title: t('webhooks:security.table.secret'), width: 150 },
  { key: 'use', title: t('webhooks:security.table.signs') },
  { key: 'created', title: t('webhooks:security.table.created'), width: 160, room: 'small' },
];

/** The secrets of an endpoint, and how a receiver uses them. */
export function SecurityTab({ endpoint, session }: { endpoint: WebhookEndpoint; session: Session }) {
  const [open, setOpen] = useState<'reveal' | 'rotate' | null>(null);
  return (
    <div className={classes.cards}>
      <Card>
        <div className={classes.top}>
          <div style={{ flex: '1 1 300px' }}>
            <Title order={2} size="h3">
              {t('webhooks:security.title')}
            </Title>
            <Text size="sm" c="dimmed" mt={4} maw="64ch">
              {t('webhooks:security.text')}
            </Text>
          </div>
          <Group gap={8}>
            <Button variant="default" onClick={() => setOpen('reveal')} data-testid="secret-reveal">
              {t('webhooks:security.show')}
            </Button>
            <Button variant="default" onClick={() => setOpen('rotate')} data-testid="secret-rotate">
              {t('webhooks:security.rotate')}
            </Button>
          </Group>
        </div>
        <DataTable label={t('webhooks:security.table.label')} columns={columns()}>
          {endpoint.secrets.map((secret) => (
            <tr key={`${secret.createdAt} ${secret.hint}`} data-testid="secret-row">
              <td>
                <CodeChip>whsec_…{secret.hint}</CodeChip>
              </td>
              <td>
                {secret.expiresAt === null ? (
                  t('webhooks:security.everyRequest')
                ) : (
                  <Expiry time={secret.expiresAt} />
                )}
              </td>
              <td data-room="small" className={classes.soft}>
                <RelativeTime time={secret.createdAt} inWords />
              </td>
            </tr>
          ))}
        </DataTable>
      </Card>
      <Card padded>
        <Title order={2} size="h3" mb={4}>
          {t('webhooks:security.verify')}
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          {t('webhooks:security.verifyText')}
        </Text>
        <ReceiverSnippets publicUrl={session.publicUrl} />
      </Card>
      <RevealSecret endpointId={endpoint.id} opened={open === 'reveal'} onClose={() => setOpen(null)} />
      <RotateSecret endpoint={endpoint} opened={open === 'rotate'} onClose={() => setOpen(null)} />
    </div>
  );
}

function Expiry({ time }: { time: string }) {
  const now = useNow();
  return t('webhooks:security.expires', { when: formatUntil(time, now) });
}

/** Shows the secret. The server asks for the password first. */
function RevealSecret({
  endpointId,
  opened,
  onClose,
}: {
  endpointId: string;
  opened: boolean;
  onClose: () => void;
}) {
  return (
    <Modal opened={opened} onClose={onClose} title={t('webhooks:reveal.title')} size="md">
      <RevealBody endpointId={endpointId} onClose={onClose} />
    </Modal>
  );
}

/** A component inside the modal, so that the modal opens without the previous secret. */
function RevealBody({ endpointId, onClose }: { endpointId: string; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const revealing = useMutation(() => api.webhookEndpoints.revealSecret({ params: { id: endpointId } }), {
    onSuccess: (shown) => setSecret(shown.secret),
  });
  if (secret !== null) {
    return (
      <Stack>
        <SecretValue value={secret} testId="webhook-secret" />
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('webhooks:done')}</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <Stack>
      <Text size="sm">{t('webhooks:reveal.note')}</Text>
      <MutationError mutation={revealing} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t('actions.cancel')}
        </Button>
        <MutationButton mutation={revealing} data-testid="secret-show">
          {t('webhooks:security.show')}
        </MutationButton>
      </Group>
    </Stack>
  );
}
