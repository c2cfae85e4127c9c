import { Button, Drawer, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconMessage2Bolt, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyProposal } from '../../../../shared/contract/assist/reply-proposals.contract.ts';
import type { SavedReply } from '../../../../shared/contract/inbox/saved-replies.contract.ts';
import { SAVED_REPLIES_MAX } from '../../../../shared/domain/saved-reply.ts';
import { api } from '../../../lib/api/api.ts';
import { formatCount } from '../../../lib/format/format.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { ConfirmModal } from '../../../ui/confirm-modal.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  ActionsCell,
  type Column,
  DataTable,
  OPENING_ROW,
  SkeletonRows,
} from '../../../ui/list/data-table.tsx';
import { ListCard } from '../../../ui/list/list-card.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowMenu } from '../../../ui/row-menu.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { ProposedReplies } from './proposals/proposed-replies.tsx';
import classes from './saved-replies.module.css';
import { matchingReplies, refreshSavedReplies, savedRepliesOptions } from './saved-replies.queries.ts';
import { SavedReplyForm } from './saved-reply-form.tsx';

/** Lists with fewer replies need no search. */
const SEARCH_FROM = 8;

const columns = (): Column[] => [
  { key: 'name', title: t('saved-replies:name'), width: 220 },
  { key: 'content', title: t('saved-replies:content'), room: 'small' },
  { key: 'used', title: t('saved-replies:used'), width: 90, room: 'medium' },
  { key: 'lastUsed', title: t('saved-replies:lastUsed'), width: 150, room: 'large' },
];

/** The saved replies of the workspace: create, change and delete them. */
export function SavedRepliesPage() {
  const list = useQuery(savedRepliesOptions());
  const [search, setSearch] = useState('');
  const [edited, setEdited] = useState<SavedReply | 'new' | null>(null);
  const [accepted, setAccepted] = useState<ReplyProposal | null>(null);
  const [deleted, setDeleted] = useState<SavedReply | null>(null);
  const close = () => {
    setEdited(null);
    setAccepted(null);
  };
  const known = list.data?.data ?? [];
  const found = matchingReplies(known, search);
  const isFull = known.length >= SAVED_REPLIES_MAX;
  const createButton = (
    <Button
      leftSection={<IconPlus size={18} />}
      disabled={!list.data || isFull}
      onClick={() => setEdited('new')}
      data-testid="saved-reply-create"
    >
      {t('saved-replies:create')}
    </Button>
  );

  return (
    <PageFrame
      title={t('saved-replies:title')}
      lead={isFull ? t('saved-replies:full', { count: SAVED_REPLIES_MAX }) : t('saved-replies:lead')}
      actions={known.length > 0 && createButton}
    >
      {/* One failure is enough. */}
      {!(list.error && !list.data) && <ProposedReplies onAccept={setAccepted} />}
      {known.length >= SEARCH_FROM && (
        <SearchBox
          value={search}
          onChange={setSearch}
          pauseMs={0}
          mb="md"
          maw={360}
          aria-label={t('saved-replies:search')}
          placeholder={t('saved-replies:search')}
        />
      )}
      <ListCard
        query={list}
        errorTitle={t('saved-replies:loadError')}
        empty={
          found.length === 0 &&
          list.data &&
          (known.length === 0 ? (
            <EmptyState
              icon={<IconMessage2Bolt size={26} stroke={1.6} />}
              title={t('saved-replies:emptyTitle')}
              actions={createButton}
            >
              {t('saved-replies:emptyText')}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<IconMessage2Bolt size={26} stroke={1.6} />}
              title={t('saved-replies:noMatch', { search })}
              actions={
                <Button variant="default" onClick={() => setSearch('')}>
                  {t('saved-replies:showAll')}
                </Button>
              }
            />
          ))
        }
      >
        <DataTable label={t('saved-replies:title')} columns={columns()} actionsWidth={64}>
          {list.data ? (
            found.map((reply) => (
              <ReplyRow key={reply.id} reply={reply} onEdit={setEdited} onDelete={setDeleted} />
            ))
          ) : (
            <SkeletonRows columns={columns()} rows={4} />
          )}
        </DataTable>
      </ListCard>
      <Drawer
        opened={edited !== null || accepted !== null}
        onClose={close}
        title={edited !== null && edited !== 'new' ? t('saved-replies:edit') : t('saved-replies:create')}
      >
        {(edited !== null || accepted !== null) && (
          <SavedReplyForm reply={edited === 'new' ? null : edited} proposal={accepted} onDone={close} />
        )}
      </Drawer>
      <DeleteReply reply={deleted} onClose={() => setDeleted(null)} />
    </PageFrame>
  );
}

function ReplyRow({
  reply,
  onEdit,
  onDelete,
}: {
  reply: SavedReply;
  onEdit: (reply: SavedReply) => void;
  onDelete: (reply: SavedReply) => void;
}) {
  return (
    <tr className={OPENING_ROW.row} data-testid="saved-reply-row">
      <td>
        <UnstyledButton className={OPENING_ROW.opener} onClick={() => onEdit(reply)} dir="auto">
          {reply.name}
        </UnstyledButton>
      </td>
      <td data-room="small" className={classes.text} dir="auto">
        {reply.content}
      </td>
      <td data-room="medium">{formatCount(reply.usedCount)}</td>
      <td data-room="large">
        {reply.lastUsedAt ? <RelativeTime time={reply.lastUsedAt} inWords /> : t('saved-replies:neverUsed')}
      </td>
      <ActionsCell>
        <RowMenu label={t('saved-replies:menu', { name: reply.name })} testId="saved-reply-menu">
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(reply)}>
            {t('saved-replies:edit')}
          </Menu.Item>
          <Menu.Item
            color="var(--sb-bad)"
            leftSection={<IconTrash size={16} />}
            onClick={() => onDelete(reply)}
            data-testid="saved-reply-delete"
          >
            {t('saved-replies:delete.confirm')}
          </Menu.Item>
        </RowMenu>
      </ActionsCell>
    </tr>
  );
}

function DeleteReply({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const removing = useMutation(
    async () => {
      if (reply) await api.savedReplies.remove({ params: { id: reply.id } });
    },
    {
      onSuccess: () => {
        refreshSavedReplies();
        onClose();
      },
    },
  );
  return (
    <ConfirmModal
      opened={reply !== null}
      title={t('saved-replies:delete.title', { name: reply?.name ?? '' })}
      confirmLabel={t('saved-replies:delete.confirm')}
      mutation={removing}
      onClose={onClose}
    >
      <Text>{t('saved-replies:delete.text')}</Text>
    </ConfirmModal>
  );
}
