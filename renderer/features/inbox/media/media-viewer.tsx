import { ActionIcon, Loader, Modal, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { t } from '../../../lib/i18n.ts';
import { renewAddress, useFileAddress } from './media-addresses.ts';
import { fileName } from './media-text.ts';
import classes from './media-viewer.module.css';
import { useSaving } from './use-saving.ts';
import { closeViewer, useViewer } from './viewer.store.ts';

/** An image at full size over the page. Esc, the close button and a click outside close it. */
export function MediaViewer({ opened }: { opened: boolean }) {
  const shown = useViewer((state) => state.shown);
  return (
    <Modal.Root
      opened={opened && shown !== null}
      onClose={closeViewer}
      fullScreen
      padding={0}
      transitionProps={{ duration: 120 }}
    >
      <Modal.Content className={classes.content} radius={0} aria-label={t('inbox:media.photo')}>
        <Modal.Body className={classes.body}>{shown && <Shown {...shown} />}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function Shown({ media, kind, caption }: NonNullable<ReturnType<typeof useViewer.getState>['shown']>) {
  const address = useFileAddress(media.id, media.state === 'ready');
  const name = fileName(media, kind);
  const { save, isSaving } = useSaving(address, name);
  return (
    <div className={classes.frame} data-testid="media-viewer">
      <div className={classes.bar}>
        <Text className={classes.name} truncate dir="auto">
          {name}
        </Text>
        <ActionIcon
          className={classes.tool}
          variant="subtle"
          size={40}
          aria-label={t('inbox:media.download')}
          loading={isSaving}
          onClick={save}
          data-testid="viewer-download"
        >
          <IconDownload size={20} />
        </ActionIcon>
        <ActionIcon
          className={classes.tool}
          variant="subtle"
          size={40}
          aria-label={t('actions.close')}
          onClick={closeViewer}
          data-autofocus
          data-testid="viewer-close"
        >
          <IconX size={20} />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to close it with a pointer; Esc and the close button work for everyone */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div
        className={classes.stage}
        onClick={(event) => event.target === event.currentTarget && closeViewer()}
      >
        {address ? (
          <img src={address.url} alt={caption || name} onError={() => renewAddress(media.id)} />
        ) : (
          <Loader color="white" />
        )}
      </div>
      {caption !== null && caption !== '' && (
        <p className={classes.caption} dir="auto">
          {caption}
        </p>
      )}
    </div>
  );
}
