import { Loader } from '@mantine/core';
import { IconAlertCircle, IconClockOff, IconRefresh } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { reasonText } from '../../../lib/reason-text.ts';
import { MutationButton } from '../../../ui/mutation-button.tsx';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { patchMedia, useThreads } from '../thread/store/threads.store.ts';
import { AudioPlayer } from './audio-player.tsx';
import { DocumentCard } from './document-card.tsx';
import { ImageThumbnail, Sticker, VideoPlayer } from './images.tsx';
import classes from './media-content.module.css';
import { MEDIA_ICONS } from './media-icons.ts';
import { factsOf } from './media-text.ts';
import type { ShownImage } from './viewer.store.ts';

/** The file of a message, to view, play or download, or its state. The caption is below. */
export function MediaContent({
  message,
  media,
  kind,
  isVoice,
}: {
  message: ThreadMessage;
  media: Media;
  kind: MediaKind;
  isVoice: boolean;
}) {
  const { caption } = message;
  return (
    <div className={classes.media} data-testid="media" data-state={media.state} data-kind={kind}>
      {media.state === 'ready' ? (
        <Ready message={message} media={media} kind={kind} isVoice={isVoice} />
      ) : (
        <Waiting message={message} media={media} kind={kind} />
      )}
      {caption !== null && caption !== '' && (
        <div className={classes.caption}>
          <BubbleText text={caption} />
        </div>
      )}
    </div>
  );
}

interface ReadyProps {
  message: ThreadMessage;
  media: Media;
  kind: MediaKind;
  isVoice: boolean;
}

function Ready({ message, media, kind, isVoice }: ReadyProps) {
  switch (kind) {
    case 'image':
      return (
        <ImageThumbnail
          media={media}
          caption={message.caption}
          all={() => imagesOf(message.conversationId)}
        />
      );
    case 'sticker':
      return <Sticker media={media} />;
    case 'video':
      return <VideoPlayer media={media} />;
    case 'audio':
      return <AudioPlayer media={media} isVoice={isVoice} />;
    case 'document':
      return <DocumentCard media={media} />;
  }
}

/** Returns the loaded images of a conversation, in its order. */
function imagesOf(conversationId: string): ShownImage[] {
  const messages = useThreads.getState()[conversationId]?.messages ?? [];
  return messages.flatMap(({ type, media, caption, revokedAt }) =>
    type === 'image' && media?.state === 'ready' && revokedAt === null ? [{ media, caption }] : [],
  );
}

/** A file that is not available, because it is being fetched or is missing. */
function Waiting({ message, media, kind }: { message: ThreadMessage; media: Media; kind: MediaKind }) {
  const StateIcon =
    media.state === 'expired' ? IconClockOff : media.state === 'failed' ? IconAlertCircle : MEDIA_ICONS[kind];
  const isBig = kind === 'image' || kind === 'video';
  return (
    <div
      className={classes.waiting}
      data-big={isBig || undefined}
      data-bad={media.state !== 'fetching' || undefined}
    >
      {media.state === 'fetching' ? (
        <Loader size={22} aria-hidden />
      ) : (
        <StateIcon size={24} stroke={1.6} aria-hidden />
      )}
      <div className={classes.text}>
        <strong dir="auto">
          {media.filename ??
            (media.state === 'fetching' ? t(`inbox:media.fetching.${kind}`) : kindLabel(kind))}
        </strong>
        <span>{textOf(media)}</span>
        {media.state === 'failed' && canFetchAgain(message) && <FetchAgain message={message} media={media} />}
      </div>
    </div>
  );
}

function textOf(media: Media): string | null {
  switch (media.state) {
    case 'fetching':
      return factsOf(media);
    case 'expired':
      return t('inbox:media.expired');
    default:
      return (
        media.reason &&
        reasonText('media', { code: media.reasonCode, params: media.reasonParams, sentence: media.reason })
      );
  }
}

/** Returns whether the platform sent an id for the file. Without it, the file cannot be fetched. */
function canFetchAgain({ type, payload }: ThreadMessage): boolean {
  return typeof (payload?.[type] as { id?: unknown } | undefined)?.id === 'string';
}

function FetchAgain({ message, media }: { message: ThreadMessage; media: Media }) {
  const fetching = useMutation(async () => {
    patchMedia(message.conversationId, message.id, await api.media.refetch({ params: { id: media.id } }));
  });
  return (
    <>
      <MutationButton
        className={classes.again}
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} />}
        mutation={fetching}
        data-testid="media-again"
      >
        {t('actions.retry')}
      </MutationButton>
      {fetching.error !== null && <span role="alert">{fetching.error}</span>}
    </>
  );
}
