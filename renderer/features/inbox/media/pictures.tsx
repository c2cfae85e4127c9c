import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import { renewAddress, useFileAddress } from './media-addresses.ts';
import classes from './media-content.module.css';
import { boxOf } from './media-words.ts';
import { openViewer } from './viewer.store.ts';

/** A photo in a box of its own shape, so that nothing moves when it arrives. A press shows it in full. */
export function Picture({ media, caption }: { media: Media; caption: string | null }) {
  const address = useFileAddress(media.id, true);
  const { width, height } = boxOf(media.width, media.height);
  return (
    <button
      type="button"
      className={classes.picture}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      aria-label={caption ? `Photo: ${caption}` : 'Photo'}
      onClick={() => openViewer(media, 'image', caption)}
      data-testid="media-picture"
    >
      <Loaded id={media.id} src={address && (address.thumbnailUrl ?? address.url)} />
    </button>
  );
}

/** A sticker: small, and without a frame. */
export function Sticker({ media }: { media: Media }) {
  const address = useFileAddress(media.id, true);
  return (
    <div className={classes.sticker} data-testid="media-sticker">
      <Loaded id={media.id} src={address?.url ?? null} alt="Sticker" />
    </div>
  );
}

/** A film, played where it is. */
export function VideoPlayer({ media }: { media: Media }) {
  const address = useFileAddress(media.id, true);
  if (!address) return <Skeleton className={classes.video} />;
  return (
    // biome-ignore lint/a11y/useMediaCaption: customers send films without captions
    <video
      className={classes.video}
      src={address.url}
      controls
      preload="metadata"
      playsInline
      aria-label="Video"
      onError={() => renewAddress(media.id)}
      data-testid="media-video"
    />
  );
}

function Loaded({ id, src, alt = '' }: { id: string; src: string | null; alt?: string }) {
  const [state, setState] = useState<'loading' | 'here' | 'failed'>('loading');
  return (
    <>
      {src !== null && (
        <img
          src={src}
          alt={alt}
          decoding="async"
          data-state={state}
          onLoad={() => setState('here')}
          onError={() => {
            setState('failed');
            renewAddress(id);
          }}
        />
      )}
      {state === 'loading' && <Skeleton className={classes.cover} radius={0} />}
      {state === 'failed' && <span className={classes.failed}>The picture could not be loaded.</span>}
    </>
  );
}
