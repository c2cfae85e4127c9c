import { Select, TextInput } from '@mantine/core';
import { IconSearch, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { SyncLine } from './sync-line.tsx';
import { TemplateDrawer } from './template-drawer.tsx';
import { matching } from './template-order.ts';
import { inWords } from './template-words.ts';
import { allTemplates } from './templates.queries.ts';
import classes from './templates-table.module.css';
import { TemplatesTable } from './templates-table.tsx';

/** The templates of the connected account, as the platform has them. */
export function TemplatesPage() {
  const list = useQuery(allTemplates());
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const all = list.data;
  const shown = all && matching(all, typed).filter((one) => status === null || one.status === status);
  const statuses = [...new Set(all?.map((one) => one.status))].sort();

  return (
    <PageFrame
      title="Templates"
      lead="What may be sent when the last message of a customer is older than 24 hours. Templates are made and changed in the message manager of the platform; its decisions show here as they are made."
    >
      <div className={classes.toolbar}>
        <TextInput
          className={classes.search}
          aria-label="Search templates"
          placeholder="Search by name or text"
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-testid="templates-search"
        />
        <Select
          aria-label="Status"
          placeholder="Any status"
          clearable
          clearButtonProps={{ 'aria-label': 'Any status' }}
          w={170}
          data={statuses.map((value) => ({ value, label: inWords(value) }))}
          value={status}
          onChange={setStatus}
        />
        <SyncLine />
      </div>
      <Card>
        {list.error && !all ? (
          <ErrorState
            title="The templates could not be loaded"
            message={list.error.message}
            onRetry={() => void list.refetch()}
          />
        ) : shown?.length === 0 ? (
          <EmptyState
            icon={<IconTemplate size={26} stroke={1.6} />}
            title={all?.length === 0 ? 'No templates yet' : 'No template is like this'}
          >
            {all?.length === 0
              ? 'Make one in the message manager of the platform. Once it is there it shows here, within the hour or when you press Sync now.'
              : 'Search for something else, or look at every status.'}
          </EmptyState>
        ) : (
          <TemplatesTable templates={shown ?? null} onOpen={(template) => setOpenId(template.id)} />
        )}
      </Card>
      <TemplateDrawer
        template={all?.find((one) => one.id === openId) ?? null}
        onClose={() => setOpenId(null)}
      />
    </PageFrame>
  );
}
