import { ActionIcon, Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ContactFile } from '../../../../shared/contract/contacts/contacts-page.contract.ts';
import { queries } from '../../../lib/api/api.ts';
import { formatDate } from '../../../lib/format/format.ts';
import { t } from '../../../lib/i18n.ts';
import { NextPageFailed, NotLoadedState } from '../../../ui/error-state.tsx';
import classes from './contact-files.module.css';
import { ImageSquare } from './images.tsx';
import { useFileAddress } from './media-addresses.ts';
import { MEDIA_ICONS } from './media-icons.ts';
import { factsOf, fileName } from './media-text.ts';
import { useSaving } from './use-saving.ts';

/** The files of a contact's conversation, newest first: images as thumbnails, others by name. */
export function ContactFiles({ contactId }: { contactId: string }) {
  const list = useInfiniteQuery(
    queries.contactsPage.files.infiniteOptions({
      input: (cursor: string | undefined) => ({
        params: { id: contactId },
        query: cursor === undefined ? {} : { cursor },
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
    }),
  );
  if (!list.data)
    return (
      <NotLoadedState
        title={t('contacts:files.loadFailed')}
        query={list}
        waiting={<Skeleton height={72} aria-busy="true" />}
      />
    );
  const files = list.data.pages.flatMap(({ data }) => data);
  if (files.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('contacts:files.empty')}
      </Text>
    );
  const images = files.filter(({ kind, state }) => kind === 'image' && state === 'ready');
  const others = files.filter((file) => !images.includes(file));
  return (
    <Stack gap="sm">
      {images.length > 0 && (
        <ul className={classes.grid} aria-label={t('contacts:files.images')}>
          {images.map((file) => (
            <li key={file.id}>
              <ImageSquare media={file} all={images.map((media) => ({ media, caption: null }))} />
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={classes.list} aria-label={t('contacts:files.others')}>
          {others.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      <NextPageFailed query={list} />
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
          data-testid="files-more"
        >
          {t('contacts:files.more')}
        </Button>
      )}
    </Stack>
  );
}

function FileRow({ file }: { file: ContactFile }) {
  const name = fileName(file, file.kind);
  const { save, isSaving } = useSaving(useFileAddress(file.id, file.state === 'ready'), name);
  const FileIcon = MEDIA_ICONS[file.kind];
  return (
    <li className={classes.file} data-testid="contact-file">
      <FileIcon size={18} stroke={1.7} aria-hidden />
      <span className={classes.text}>
        <span className={classes.name} dir="auto" title={name}>
          {name}
        </span>
        <span className={classes.facts}>
          {[factsOf(file), formatDate(file.createdAt)].filter(Boolean).join(' · ')}
        </span>
      </span>
      {file.state === 'ready' ? (
        <ActionIcon
          size={32}
          aria-label={t('inbox:media.downloadNamed', { name })}
          loading={isSaving}
          onClick={save}
        >
          <IconDownload size={18} />
        </ActionIcon>
      ) : (
        <span className={classes.facts}>{t(`contacts:files.${file.state}`)}</span>
      )}
    </li>
  );
}
