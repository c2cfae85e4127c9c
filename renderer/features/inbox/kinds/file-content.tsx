import { Anchor } from '@mantine/core';
import {
  type Icon,
  IconFileText,
  IconMicrophone,
  IconPhoto,
  IconSticker,
  IconVideo,
} from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';
import { kindLabel } from '../message-kind.ts';
import { KindCard } from './kind-card.tsx';
import { isVoice } from './read-payload.ts';

const ICONS: Readonly<Record<MediaKind, Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  audio: IconMicrophone,
  document: IconFileText,
  sticker: IconSticker,
};

/** A file: what it is, its name or where it is, and its caption. Ours can be opened where the platform got it. */
export function FileContent({ message, kind }: { message: ThreadMessage; kind: MediaKind }) {
  const { mediaUrl, filename, caption, payload } = message;
  const label = isVoice(payload) ? 'Voice message' : kindLabel(kind);
  const place =
    mediaUrl === null ? null : (
      <Anchor href={mediaUrl} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
        {filename ?? shortened(mediaUrl)}
      </Anchor>
    );
  const lines = place === null ? [filename, 'The file cannot be opened here yet.'] : [place];
  return <KindCard icon={ICONS[kind]} label={label} lines={lines} words={caption} />;
}

/** An address as people recognise it: the host and the last step. */
function shortened(url: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  const last = path.split('/').findLast((step) => step !== '');
  if (last === undefined) return host;
  return path.split('/').filter(Boolean).length === 1 ? `${host}/${last}` : `${host}/…/${last}`;
}
