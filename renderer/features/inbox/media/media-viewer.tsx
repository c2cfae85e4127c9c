import { ActionIcon, Loader, Modal, Text } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type ComponentType, type KeyboardEvent, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { renewAddress, useFileAddress } from './media-addresses.ts';
import { fileName } from './media-text.ts';
import classes from './media-viewer.module.css';
import { useSaving } from './use-saving.ts';
import { closeViewer, neighbor, type ShownImage, showNeighbor, useViewer } from './viewer.store.ts';

/** How many times as large as the window the image is. */
const ZOOMS = [1, 2, 4] as const;

/**
 * An image at full size over the page. Esc, the close button and a click outside close it; the arrow keys lead to the
 * others, plus and minus change its size.
 */
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

function Shown({ media, caption }: ShownImage) {
  const address = useFileAddress(media.id, media.state === 'ready');
  const name = fileName(media, 'image');
  const { save, isSaving } = useSaving(address, name);
  // The next image is whole again. It is the same component, so that the focus stays.
  const [zoomed, setZoomed] = useState({ id: media.id, level: 0 });
  const level = zoomed.id === media.id ? zoomed.level : 0;
  const setLevel = (next: number) => setZoomed({ id: media.id, level: next });
  const zoom = ZOOMS[level] ?? 1;
  const step = (by: -1 | 1) => setLevel(Math.max(0, Math.min(ZOOMS.length - 1, level + by)));
  const all = useViewer((state) => state.all);
  const at = all.findIndex((one) => one.media.id === media.id);

  function handleKeyDown(event: KeyboardEvent): void {
    const run = {
      ArrowLeft: () => showNeighbor(-1),
      ArrowRight: () => showNeighbor(1),
      '+': () => step(1),
      '=': () => step(1),
      '-': () => step(-1),
    }[event.key];
    // Where the image is larger than the window, the arrows move it.
    if (!run || event.ctrlKey || event.metaKey || (zoom > 1 && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    run();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons in it do the same
    <div className={classes.frame} onKeyDown={handleKeyDown} data-testid="media-viewer">
      <div className={classes.bar}>
        <Text className={classes.name} truncate dir="auto">
          {name}
        </Text>
        {all.length > 1 && at !== -1 && (
          <span className={classes.place} role="status" data-testid="viewer-place">
            {t('inbox:media.place', { at: at + 1, count: all.length })}
          </span>
        )}
        <Tool
          icon={IconZoomOut}
          label={t('inbox:media.zoomOut')}
          isOff={level === 0}
          onClick={() => step(-1)}
        />
        <Tool
          icon={IconZoomIn}
          label={t('inbox:media.zoomIn')}
          isOff={level === ZOOMS.length - 1}
          onClick={() => step(1)}
          testId="viewer-zoom-in"
        />
        <Tool
          icon={IconDownload}
          label={t('inbox:media.download')}
          isBusy={isSaving}
          onClick={save}
          testId="viewer-download"
        />
        <Tool icon={IconX} label={t('actions.close')} onClick={closeViewer} hasFocus testId="viewer-close" />
      </div>
      <div className={classes.middle}>
        <Neighbor by={-1} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a second way to close it with a pointer; Esc and the close button work for everyone */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
        <div
          className={classes.stage}
          data-zoom={zoom}
          onClick={(event) => event.target === event.currentTarget && closeViewer()}
        >
          {address ? (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons above do the same
            <img
              src={address.url}
              alt={caption || name}
              style={zoom === 1 ? undefined : { width: `${zoom * 100}%` }}
              onClick={() => setLevel((level + 1) % ZOOMS.length)}
              onError={() => renewAddress(media.id)}
            />
          ) : (
            <Loader color="white" />
          )}
        </div>
        <Neighbor by={1} />
      </div>
      {caption !== null && caption !== '' && (
        <p className={classes.caption} dir="auto">
          {caption}
        </p>
      )}
    </div>
  );
}

/** The way to the image before or after this one. Its place stays where there is none. */
function Neighbor({ by }: { by: -1 | 1 }) {
  const hasAny = useViewer(({ all }) => all.length > 1);
  const isOff = useViewer((state) => neighbor(state, by) === null);
  if (!hasAny) return null;
  return (
    <Tool
      icon={by === -1 ? IconChevronLeft : IconChevronRight}
      label={by === -1 ? t('inbox:media.previous') : t('inbox:media.next')}
      isOff={isOff}
      onClick={() => showNeighbor(by)}
      testId={by === -1 ? 'viewer-previous' : 'viewer-next'}
    />
  );
}

function Tool({
  icon: Icon,
  label,
  isOff = false,
  isBusy = false,
  hasFocus = false,
  onClick,
  testId,
}: {
  icon: ComponentType<{ size: number }>;
  label: string;
  isOff?: boolean;
  isBusy?: boolean;
  hasFocus?: boolean;
  onClick: () => void;
  testId?: string;
}) {
  return (
    <ActionIcon
      className={classes.tool}
      variant="subtle"
      size={40}
      aria-label={label}
      title={label}
      // A disabled button would lose the focus, and with it the keys.
      aria-disabled={isOff || undefined}
      loading={isBusy}
      onClick={isOff ? undefined : onClick}
      data-autofocus={hasFocus || undefined}
      data-testid={testId}
    >
      <Icon size={20} />
    </ActionIcon>
  );
}
