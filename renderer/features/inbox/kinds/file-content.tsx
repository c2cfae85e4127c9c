import { Anchor } from '@mantine/core';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';
import { t } from '../../../lib/i18n.ts';
import { MediaContent } from '../media/media-content.tsx';
import { MEDIA_ICONS } from '../media/media-icons.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { KindCard } from './kind-card.tsx';
import { isVoice } from './read-payload.ts';

/** A file with its caption; without the file, its kind and its name or address. */
export function FileContent({ message, kind }: { message: ThreadMessage; kind: MediaKind }) {
  const { mediaUrl, filename, caption, payload, media } = message;
  if (media !== null) {
    return <MediaContent message={message} media={media} kind={kind} isVoice={isVoice(payload)} />;
  }
  const label = isVoice(payload) ? t('inbox:kinds.labels.voice') : kindLabel(kind);
  const link =
    mediaUrl === null ? null : (
      <Anchor href={mediaUrl} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
        {filename ?? shortened(mediaUrl)}
      </Anchor>
    );
  const lines = link === null ? [filename, t('inbox:kinds.fileMissing')] : [link];
  return <KindCard icon={MEDIA_ICONS[kind]} label={label} lines={lines} caption={caption} />;
}

/** Returns the recognisable parts of a URL: the host and the last part of the path. */
function shortened(url: string): string {
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]+)([^?#]*)/i.exec(url) ?? [];
  const last = path.split('/').findLast((step) => step !== '');
  if (last === undefined) return host;
  return path.split('/').filter(Boolean).length === 1 ? `${host}/${last}` : `${host}/…/${last}`;
}
