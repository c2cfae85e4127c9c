import { Button, Loader } from '@mantine/core';
import { IconAlertCircle, IconClockOff, IconRefresh } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { Media } from '../../../../shared/contract/media.contract.ts';
import type { MediaKind } from '../../../../shared/domain/media-kind.ts';
import { api } from '../../../lib/api.ts';
import { useDeed } from '../../../lib/use-deed.ts';
import { BubbleText } from '../bubble-text.tsx';
import { kindLabel } from '../message-kind.ts';
import { patchMedia } from '../threads.store.ts';
import { AudioPlayer } from './audio-player.tsx';
import { DocumentCard } from './document-card.tsx';
import classes from './media-content.module.css';
import { MEDIA_ICONS } from './media-icons.ts';
import { factsOf, kindInWords } from './media-words.ts';
import { Picture, Sticker, VideoPlayer } from './pictures.tsx';

/** The file of a message: shown, played or offered; or how it stands with it. Its caption is under it. */
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
        <Ready media={media} kind={kind} caption={caption} isVoice={isVoice} />
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
  media: Media;
  kind: MediaKind;
  caption: string | null;
  isVoice: boolean;
}

function Ready({ media, kind, caption, isVoice }: ReadyProps) {
  switch (kind) {
    case 'image':
      return <Picture media={media} caption={caption} />;
    case 'sticker':
      return <Sticker media={media} />;
    case 'video':
      return <VideoPlayer media={media} />;
    case 'audio':
      return <AudioPlayer media={media} label={isVoice ? 'Voice message' : kindLabel('audio')} />;
    case 'document':
      return <DocumentCard media={media} />;
  }
}

/** A file that is not here: on its way, or why it is not. */
function Waiting({ message, media, kind }: { message: ThreadMessage; media: Media; kind: MediaKind }) {
  const Sign =
    media.state === 'expired' ? IconClockOff : media.state === 'failed' ? IconAlertCircle : MEDIA_ICONS[kind];
  const isBig = kind === 'image' || kind === 'video';
  const facts = factsOf(media);
  return (
    <div
      className={classes.waiting}
      data-big={isBig || undefined}
      data-bad={media.state !== 'fetching' || undefined}
    >
      {media.state === 'fetching' ? (
        <Loader size={22} aria-hidden />
      ) : (
        <Sign size={24} stroke={1.6} aria-hidden />
      )}
      <div className={classes.told}>
        <strong>
          {media.filename ??
            (media.state === 'fetching' ? `Fetching the ${kindInWords(kind)}…` : kindLabel(kind))}
        </strong>
        <span>{media.state === 'fetching' ? facts : media.reason}</span>
        {media.state === 'failed' && canBeAsked(message) && <FetchAgain message={message} media={media} />}
      </div>
    </div>
  );
}

/** Whether the platform has named the file: what it could not take itself, nobody can ask for. */
function canBeAsked({ type, payload }: ThreadMessage): boolean {
  return typeof (payload?.[type] as { id?: unknown } | undefined)?.id === 'string';
}

function FetchAgain({ message, media }: { message: ThreadMessage; media: Media }) {
  const { run, isBusy, problem } = useDeed(async () => {
    patchMedia(message.conversationId, message.id, await api.media.refetch({ params: { id: media.id } }));
  });
  return (
    <>
      <Button
        className={classes.again}
        size="compact-sm"
        variant="default"
        leftSection={<IconRefresh size={14} />}
        loading={isBusy}
        onClick={run}
        data-testid="media-again"
      >
        Try again
      </Button>
      {problem !== null && <span role="alert">{problem}</span>}
    </>
  );
}
