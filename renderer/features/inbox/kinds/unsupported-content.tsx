import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import classes from '../bubble.module.css';
import { BubbleText } from '../bubble-text.tsx';
import { platformKind } from '../message-kind.ts';
import { RawDetails } from '../raw-details.tsx';

/** What has no form of its own here: it says so and shows what came. */
export function UnsupportedContent({ message }: { message: ThreadMessage }) {
  return (
    <div className={classes.other}>
      <strong>{`Unsupported message (type ${platformKind(message.type, message.payload)})`}</strong>
      {message.content !== null && message.content !== '' && <BubbleText text={message.content} />}
      {message.payload !== null && <RawDetails value={message.payload} />}
    </div>
  );
}
