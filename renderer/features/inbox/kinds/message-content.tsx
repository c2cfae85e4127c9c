import { IconHandClick, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { MessageType } from '../../../../shared/contract/messages.contract.ts';
import { BubbleText } from '../bubble-text.tsx';
import { kindLabel } from '../message-kind.ts';
import { FileContent } from './file-content.tsx';
import { KindCard } from './kind-card.tsx';
import { CardsContent, LocationContent, OrderContent } from './shared-content.tsx';
import { TemplateContent } from './template-content.tsx';
import { UnsupportedContent } from './unsupported-content.tsx';

type Draw = (message: ThreadMessage) => ReactNode;

const chosen: Draw = (message) => (
  <KindCard icon={IconHandClick} label={message.content || 'A choice'} lines={[kindLabel(message.type)]} />
);

/** How each kind is drawn. A new one is a file and a line here. */
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
  interactive: chosen,
  order: (message) => <OrderContent message={message} />,
  system: (message) => <KindCard icon={IconInfoCircle} label={kindLabel('system')} words={message.content} />,
  unsupported: (message) => <UnsupportedContent message={message} />,
};

/** What a message says, drawn by its kind. No kind is ever an empty bubble. */
export function MessageContent({ message }: { message: ThreadMessage }) {
  return KINDS[message.type](message);
}
