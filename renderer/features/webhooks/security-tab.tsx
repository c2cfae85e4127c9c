import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Session } from '../../../shared/contract/session.contract.ts';
import type { WebhookEndpoint } from '../../../shared/contract/webhook-endpoints.contract.ts';
import { formatUntil } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { CodeChip } from '../../ui/code-chip.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ReceiverSnippets } from './receiver-snippets.tsx';
import { RevealSecret } from './reveal-secret.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import classes from './security-tab.module.css';

const COLUMNS = [
  { key: 'hint', title: 'Secret', width: 150 },
  { key: 'use', title: 'Signs' },
  { key: 'created', title: 'Made', width: 160, room: 'small' },
] as const;

/** The secrets of an endpoint, and how a receiver uses them. */
export function SecurityTab({ endpoint, session }: { endpoint: WebhookEndpoint; session: Session }) {
  const [open, setOpen] = useState<'reveal' | 'rotate' | null>(null);
  return (
    <div className={classes.cards}>
      <Card>
        <div className={classes.top}>
          <div style={{ flex: '1 1 300px' }}>
            <Title order={2} size="h3">
              Signing secret
            </Title>
            <Text size="sm" c="dimmed" mt={4} maw="64ch">
              Every request carries a signature made with it, as Standard Webhooks say. Whoever has it can
              write events of their own.
            </Text>
          </div>
          <Group gap={8}>
            <Button variant="default" onClick={() => setOpen('reveal')} data-testid="secret-reveal">
              Show
            </Button>
            <Button variant="default" onClick={() => setOpen('rotate')} data-testid="secret-rotate">
              Rotate…
            </Button>
          </Group>
        </div>
        <DataTable label="Secrets" columns={COLUMNS}>
          {endpoint.secrets.map((secret) => (
            <tr key={`${secret.createdAt} ${secret.hint}`} data-testid="secret-row">
              <td>
                <CodeChip>whsec_…{secret.hint}</CodeChip>
              </td>
              <td>{secret.expiresAt === null ? 'Every request' : <Expiry time={secret.expiresAt} />}</td>
              <td data-room="small" className={classes.soft}>
                <RelativeTime time={secret.createdAt} inWords />
              </td>
            </tr>
          ))}
        </DataTable>
      </Card>
      <Card padded>
        <Title order={2} size="h3" mb={4}>
          Check a signature
        </Title>
        <Text size="sm" c="dimmed" mb="md">
          A whole receiver. It takes what was sent from here within the last five minutes and refuses the
          rest.
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
  return <>Beside the new one; ends {formatUntil(time, now)}</>;
}
