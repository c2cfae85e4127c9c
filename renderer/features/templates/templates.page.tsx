import { Button, Select, TextInput } from '@mantine/core';
import { IconPlus, IconSearch, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans } from 'react-i18next';
import { allTemplates } from '../../lib/api/all-templates.ts';
import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { WhatsAppManagerLink } from '../../ui/links/whatsapp-manager-link.tsx';
import { ListCard } from '../../ui/list/list-card.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { NewTemplate } from './new-template.tsx';
import { statusText } from './platform-text.ts';
import { SyncLine } from './sync-line.tsx';
import { TemplateDrawer } from './template-drawer.tsx';
import { matching } from './template-order.ts';
import classes from './templates-table.module.css';
import { TemplatesTable } from './templates-table.tsx';

/** The templates of the connected account, as they are on the platform. */
export function TemplatesPage({ canManage }: { canManage: boolean }) {
  const [isCreating, setCreating] = useState(false);
  const list = useQuery(allTemplates());
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<string | null>(null);
  const [openId, setOpenId] = useState<string | null>(null);
  const all = list.data;
  const shown = all && matching(all, typed).filter((one) => status === null || one.status === status);
  const statuses = [...new Set(all?.map((one) => one.status))].sort();

  const create = canManage && (
    <Button
      leftSection={<IconPlus size={18} />}
      onClick={() => setCreating(true)}
      data-testid="template-create"
    >
      {t('templates:new.open')}
    </Button>
  );
  const showAll = () => {
    setTyped('');
    setStatus(null);
  };

  return (
    <PageFrame
      title={t('templates:list.title')}
      lead={t('templates:list.lead')}
      actions={all?.length !== 0 && create}
    >
      <div className={classes.toolbar}>
        <TextInput
          className={classes.search}
          aria-label={t('templates:list.search')}
          placeholder={t('templates:list.searchPlaceholder')}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          data-testid="templates-search"
        />
        <Select
          aria-label={t('templates:list.columns.status')}
          placeholder={t('templates:list.anyStatus')}
          clearable
          clearButtonProps={{ 'aria-label': t('templates:list.anyStatus') }}
          w={170}
          data={statuses.map((value) => ({ value, label: statusText(value) }))}
          value={status}
          onChange={setStatus}
        />
        <SyncLine />
      </div>
      <ListCard
        query={list}
        errorTitle={t('templates:list.loadFailed')}
        empty={
          shown?.length === 0 && (
            <EmptyState
              icon={<IconTemplate size={26} stroke={1.6} />}
              title={all?.length === 0 ? t('templates:list.emptyTitle') : t('templates:list.noMatchTitle')}
              actions={
                all?.length === 0 ? (
                  create
                ) : (
                  <Button variant="default" onClick={showAll}>
                    {t('templates:list.showAll')}
                  </Button>
                )
              }
            >
              {all?.length === 0 ? (
                <Trans
                  t={t}
                  i18nKey="templates:list.emptyBody"
                  components={{ manager: <WhatsAppManagerLink /> }}
                />
              ) : (
                t('templates:list.noMatchBody')
              )}
            </EmptyState>
          )
        }
      >
        <TemplatesTable templates={shown ?? null} onOpen={(template) => setOpenId(template.id)} />
      </ListCard>
      <TemplateDrawer
        template={all?.find((one) => one.id === openId) ?? null}
        canManage={canManage}
        onClose={() => setOpenId(null)}
      />
      <NewTemplate opened={isCreating} onClose={() => setCreating(false)} />
    </PageFrame>
  );
}
