import { ActionIcon, Button, Progress } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { kindOfContentType } from '../../../../shared/domain/media-kind.ts';
import { formatSize } from '../../../lib/format/format-size.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { MEDIA_ICONS } from './media-icons.ts';
import { noteComposerShown } from './not-sent-toast.ts';
import { isUploading, removeTile, retryTile } from './tray.actions.ts';
import classes from './tray.module.css';
import { isBad, moveTile, type Tile, useTiles } from './tray.store.ts';

/** The files that will be sent, in their order, with their progress and errors. */
export function Tray({ conversationId }: { conversationId: string }) {
  const tiles = useTiles(conversationId);
  useEffect(() => noteComposerShown(conversationId), [conversationId]);
  // A file that the platform refuses has no place in the order.
  const sent = tiles.filter(({ state }) => state !== 'refused');
  if (tiles.length === 0) return null;
  return (
    <ul className={classes.tray} aria-label={t('inbox:media.tray.label')} data-testid="tray">
      {tiles.map((tile) => (
        <TrayTile
          key={tile.id}
          conversationId={conversationId}
          tile={tile}
          isFirst={tile.id === sent[0]?.id}
          isLast={tile.id === sent.at(-1)?.id}
        />
      ))}
    </ul>
  );
}

interface TrayTileProps {
  conversationId: string;
  tile: Tile;
  isFirst: boolean;
  isLast: boolean;
}

function TrayTile({ conversationId, tile, isFirst, isLast }: TrayTileProps) {
  const { name, size, state, problem, progress } = tile;
  const kind = tile.media?.kind ?? kindOfContentType(tile.type) ?? 'document';
  const FileIcon = MEDIA_ICONS[kind];
  const isProblem = isBad(tile);
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toUpperCase();
  return (
    <li className={classes.tile} data-bad={isProblem || undefined} data-state={state} data-testid="tray-tile">
      <span className={classes.preview}>
        {tile.previewUrl ? (
          <img src={tile.previewUrl} alt="" />
        ) : (
          <FileIcon size={22} stroke={1.6} aria-hidden />
        )}
      </span>
      <div className={classes.body}>
        <span className={classes.name} title={name} dir="auto">
          {name}
        </span>
        {isProblem ? (
          <span className={classes.problem} role="alert">
            {problem}
          </span>
        ) : (
          <span className={classes.facts}>
            {[ending, formatSize(size), progressOf(tile)].filter(Boolean).join(' · ')}
          </span>
        )}
        {isUploading(tile) && (
          <Progress.Root className={classes.progress} size={4}>
            <Progress.Section
              value={progress * 100}
              color="pine"
              aria-label={t('inbox:media.tray.upload', { name })}
            />
          </Progress.Root>
        )}
        {state === 'failed' && (
          <Button
            className={classes.retry}
            size="compact-xs"
            variant="default"
            leftSection={<IconRefresh size={12} />}
            onClick={() => retryTile(conversationId, tile.id)}
            data-testid="tray-retry"
          >
            {t('actions.retry')}
          </Button>
        )}
      </div>
      <div className={classes.tools}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={26}
          aria-label={t('inbox:media.tray.remove', { name })}
          onClick={() => removeTile(conversationId, tile)}
          data-testid="tray-remove"
        >
          <IconX size={15} />
        </ActionIcon>
        {state !== 'refused' && !(isFirst && isLast) && (
          <span className={classes.order}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={22}
              disabled={isFirst}
              aria-label={t('inbox:media.tray.moveForward', { name })}
              onClick={() => moveTile(conversationId, tile.id, -1)}
            >
              <IconChevronLeft size={14} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={22}
              disabled={isLast}
              aria-label={t('inbox:media.tray.moveBack', { name })}
              onClick={() => moveTile(conversationId, tile.id, 1)}
            >
              <IconChevronRight size={14} />
            </ActionIcon>
          </span>
        )}
      </div>
    </li>
  );
}

function progressOf({ state, progress }: Tile): string | null {
  if (state === 'waiting') return t('inbox:media.tray.waiting');
  if (state !== 'uploading') return null;
  return new Intl.NumberFormat(currentLanguage(), { style: 'percent' }).format(
    Math.floor(progress * 100) / 100,
  );
}
