import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import type { MessageType } from '../../../../shared/contract/messages.contract.ts';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { DeletedContent, EditedNote } from './changed-notes.tsx';
import { ChoiceContent, OfferContent } from './choice-content.tsx';
import { ContextNotes } from './context-notes.tsx';
import { FileContent } from './file-content.tsx';
import { KindCard } from './kind-card.tsx';
import { OrderContent } from './order-content.tsx';
import { CardsContent, LocationContent } from './shared-content.tsx';
import { TemplateContent } from './template-content.tsx';
import { UnsupportedContent } from './unsupported-content.tsx';

type Draw = (message: ThreadMessage) => ReactNode;

const chosen: Draw = (message) => <ChoiceContent message={message} />;

/** The component of each message type. To add a type, add a file and a line here. */
const KINDS: Readonly<Record<MessageType, Draw>> = {
  text: (message) => <BubbleText text={message.content ?? ''} />,
  image: (message) => <FileContent message={message} kind="image" />,
  video: (message) => <FileContent message={message} kind="video" />,
  audio: (message) => <FileContent message={message} kind="audio" />,
  document: (message) => <FileContent message={message} kind="document" />,
  sticker: (message) => <FileContent message={message} kind="sticker" />,
  template: (message) => <TemplateContent message={message} />,
  location: (message) => <LocationContent message={message} />,
  contacts: (message) => <CardsContent message={message} />,
  button: chosen,
  interactive: (message) =>
    message.direction === 'outbound' ? <OfferContent message={message} /> : chosen(message),
  order: (message) => <OrderContent message={message} />,
  system: (message) => (
    <KindCard icon={IconInfoCircle} label={kindLabel('system')} caption={message.content} />
  ),
  unsupported: (message) => <UnsupportedContent message={message} />,
};

/**
 * The content of a message and its notes. No message type renders an empty bubble. `startsGroup` says whether the
 * bubble is the first of those that belong together.
 */
export function MessageContent({ message, startsGroup }: { message: ThreadMessage; startsGroup: boolean }) {
  const content = (
    <>
      <ContextNotes message={message} startsGroup={startsGroup} />
      {KINDS[message.type](message)}
      <EditedNote message={message} />
    </>
  );
  return !message.revokedAt ? content : <DeletedContent message={message}>{content}</DeletedContent>;
}
