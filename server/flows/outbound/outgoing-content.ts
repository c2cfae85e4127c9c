import type { MessageType } from '../../../shared/contract/messages.contract.ts';
import type { Attachment, SendMessage } from '../../../shared/contract/send-message.ts';
import { uploadIn } from '../../../shared/contract/template-components.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { kindOfContentType, kindOfLink, type MediaKind } from '../../../shared/domain/media-kind.ts';
import { takesCaption } from '../../../shared/domain/media-limits.ts';
import type { MediaRow } from '../../db/models/media.model.ts';
import type { MessageContent } from '../../db/models/message.model.ts';
import { NO_CONTENT } from '../../features/messages/index.ts';
import type { AskContentType } from '../../kernel/http-out/ask-content-type.ts';

/** The content and type of an outbound message. */
export type OutgoingContent = MessageContent & { type: MessageType; payload?: string | null };

type MediaInput = Extract<SendMessage, { type: 'media' }>;

/** The payload of an audio file that the platform delivers as a voice message. */
const VOICE = JSON.stringify({ audio: { voice: true } });

/** A file that was uploaded earlier. */
type UploadedFile = Pick<MediaRow, 'kind' | 'filename'>;

/**
 * Returns the columns of a message that a program sends. For `media` the type of the file is requested from
 * its host; an unreachable host is not an error, because the platform fetches the file itself. `upload` is the file
 * of `mediaId`.
 * @throws {AppError} validation_failed when the type cannot be determined, or does not support a given field.
 */
export async function outgoingContent(
  input: SendMessage,
  upload: UploadedFile | null,
  askContentType: AskContentType,
): Promise<OutgoingContent> {
  switch (input.type) {
    case 'text':
      return {
        ...NO_CONTENT,
        type: 'text',
        content: input.content,
        payload: input.previewUrl === false ? JSON.stringify({ text: { preview_url: false } }) : null,
      };
    case 'template':
      requireKind(input, upload);
      return {
        ...NO_CONTENT,
        type: 'template',
        templateName: input.templateName,
        templateLanguage: input.templateLanguage,
        components: input.components === undefined ? null : JSON.stringify(input.components),
      };
    case 'media':
      return fileOf(await kindOf(input, upload, askContentType), input, upload);
    case 'interactive':
    case 'location':
    case 'contacts':
      return attachmentContent(input, upload);
    default:
      if (upload && upload.kind !== input.type) throw otherKind(upload.kind, input.type);
      return {
        ...fileOf(input.type, input, upload),
        payload: input.type === 'audio' && input.voice ? VOICE : null,
      };
  }
}

/**
 * Returns the columns of an agent's message: text, or a file with an optional caption.
 * @throws {AppError} validation_failed for a caption or `voice` that the file's type does not support.
 */
export function contentFromInbox(
  text: string,
  media: { kind: MediaKind; filename: string | null } | null,
  isVoice = false,
): OutgoingContent {
  if (!media) return { ...NO_CONTENT, type: 'text', content: text };
  const { kind, filename } = media;
  const details = [
    ...(text !== '' && !takesCaption(kind) ? [{ ...misplaced('caption', kind), path: 'content' }] : []),
    ...(isVoice && kind !== 'audio' ? [misplaced('voice', kind)] : []),
  ];
  if (details.length > 0) throw new AppError('validation_failed', { details });
  const name = kind === 'document' ? filename : null;
  const payload = isVoice ? VOICE : null;
  return { ...NO_CONTENT, type: kind, caption: text || null, filename: name, payload };
}

/** Returns the id of the uploaded file that a message is sent with; null when there is none. */
export function uploadedFileOf(input: SendMessage | Attachment): string | null {
  const header = headerOf(input);
  if (header) return uploadIn(header);
  return ('mediaId' in input && input.mediaId) || null;
}

/** Returns what is at the top of a template or of an interactive message; null for other messages. */
function headerOf(input: SendMessage | Attachment): Readonly<Record<string, unknown>> | null {
  if (input.type === 'interactive')
    return 'header' in input.interactive ? (input.interactive.header ?? null) : null;
  if (input.type !== 'template') return null;
  const header = input.components?.find((one) => one.type === 'header');
  return header?.parameters[0] ?? null;
}

/** Requires that an uploaded file has the type that the header names. @throws {AppError} validation_failed */
function requireKind(input: SendMessage | Attachment, upload: UploadedFile | null): void {
  const header = headerOf(input);
  if (!header || !upload || header.type === upload.kind) return;
  const message = `has a file of type ${upload.kind} in its header, not ${String(header.type)}`;
  const path = input.type === 'template' ? 'components' : 'interactive';
  throw new AppError('validation_failed', { details: [{ path, message }] });
}

/** Returns the columns of a message that is stored as it is sent; its text can be searched. */
export function attachmentContent(input: Attachment, upload: UploadedFile | null): OutgoingContent {
  const { type } = input;
  requireKind(input, upload);
  const part =
    type === 'interactive' ? input.interactive : type === 'location' ? input.location : input.contacts;
  return {
    ...NO_CONTENT,
    type,
    content: type === 'interactive' ? input.interactive.body.text : null,
    payload: JSON.stringify({ type, [type]: part }),
  };
}

function fileOf(
  type: MediaKind,
  { mediaUrl, caption, filename }: Pick<MediaInput, 'mediaUrl' | 'caption' | 'filename'>,
  upload: UploadedFile | null,
): OutgoingContent {
  const named = filename ?? (type === 'document' ? upload?.filename : null);
  return {
    ...NO_CONTENT,
    type,
    mediaUrl: mediaUrl ?? null,
    caption: caption || null,
    filename: named ?? null,
  };
}

function otherKind(kind: MediaKind, type: MediaKind): AppError {
  const message = `is a file of type ${kind}, not ${type}: send it as ${kind}, or as media`;
  return new AppError('validation_failed', { details: [{ path: 'mediaId', message }] });
}

async function kindOf(
  input: MediaInput,
  upload: UploadedFile | null,
  askContentType: AskContentType,
): Promise<MediaKind> {
  const { mediaUrl = '' } = input;
  const contentType = upload ? null : await askContentType(mediaUrl);
  const kind =
    upload?.kind ?? (contentType === null ? null : kindOfContentType(contentType)) ?? kindOfLink(mediaUrl);
  if (kind === null) {
    const message =
      'cannot be determined from the Content-Type or the extension of the link. Set it to image, video, audio, document or sticker';
    throw new AppError('validation_failed', { details: [{ path: 'type', message }] });
  }
  const details = [
    ...(input.caption && (kind === 'audio' || kind === 'sticker') ? [misplaced('caption', kind)] : []),
    ...(input.filename !== undefined && kind !== 'document' ? [misplaced('filename', kind)] : []),
  ];
  if (details.length > 0) throw new AppError('validation_failed', { details });
  return kind;
}

const OWNERS = { caption: 'image, video and document', filename: 'document', voice: 'audio' } as const;

function misplaced(path: keyof typeof OWNERS, kind: MediaKind) {
  return {
    path,
    message: `does not belong to this file, which is of type ${kind}, only to ${OWNERS[path]}: leave it out`,
  };
}
