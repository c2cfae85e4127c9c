import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { renewAddress, useFileAddress } from './media-addresses.ts';
import classes from './media-content.module.css';
import { boxOf } from './media-text.ts';
import { openViewer, type ShownImage } from './viewer.store.ts';

/**
 * An image in a box with its aspect ratio, so that nothing moves when it loads. A click enlarges it, with the way to the
 * images that it belongs to.
 */
export function ImageThumbnail({ media, caption, all }: ShownImage & { all: () => readonly ShownImage[] }) {
  const address = useFileAddress(media.id, true);
  const { width, height } = boxOf(media.width, media.height);
  return (
    <button
      type="button"
      className={classes.image}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      aria-label={caption ? t('inbox:media.photoCaption', { caption }) : t('inbox:media.photo')}
      onClick={() => openViewer({ media, caption }, all())}
      data-testid="media-image"
    >
      <Loaded id={media.id} src={address && (address.thumbnailUrl ?? address.url)} />
    </button>
  );
}

/** An image in a square, cut to fit. A click enlarges it. */
export function ImageSquare({ media, all }: { media: Media; all: readonly ShownImage[] }) {
  const address = useFileAddress(media.id, true);
  return (
    <button
      type="button"
      className={classes.image}
      style={{ width: '100%', aspectRatio: '1' }}
      aria-label={t('inbox:media.photo')}
      onClick={() => openViewer({ media, caption: null }, all)}
      data-testid="contact-image"
    >
      <Loaded id={media.id} src={address && (address.thumbnailUrl ?? address.url)} />
    </button>
  );
}

/** A sticker: small, without a frame. */
export function Sticker({ media }: { media: Media }) {
  const address = useFileAddress(media.id, true);
  return (
    <div className={classes.sticker} data-testid="media-sticker">
      <Loaded id={media.id} src={address?.url ?? null} alt={t('inbox:kinds.labels.sticker')} />
    </div>
  );
}

/** A video, played in place. */
export function VideoPlayer({ media }: { media: Media }) {
  const address = useFileAddress(media.id, true);
  if (!address) return <Skeleton className={classes.video} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: customers send videos without captions
    <video
      className={classes.video}
      src={address.url}
      controls
      preload="metadata"
      playsInline
      aria-label={t('inbox:kinds.labels.video')}
      onError={() => renewAddress(media.id)}
      data-testid="media-video"
    />
  );
}

function Loaded({ id, src, alt = '' }: { id: string; src: string | null; alt?: string }) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  return (
    <>
      {src !== null && (
        <img
          src={src}
          alt={alt}
          decoding="async"
          data-state={state}
          onLoad={() => setState('ready')}
          onError={() => {
            setState('failed');
            renewAddress(id);
          }}
        />
      )}
      {state === 'loading' && <Skeleton className={classes.cover} radius={0} />}
      {state === 'failed' && <span className={classes.failed}>{t('inbox:media.imageFailed')}</span>}
    </>
  );
}
