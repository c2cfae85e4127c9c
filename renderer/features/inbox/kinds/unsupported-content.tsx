import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import classes from '../bubble.module.css';
import { BubbleText } from '../bubble-text.tsx';
import { platformKind } from '../message-kind.ts';
import { RawDetails } from '../raw-details.tsx';

/** The platform's words for a kind that it does not tell. */
const NAMELESS = ['unsupported', 'unknown'];

/** What has no form of its own here: it says so, why, and shows what came. */
export function UnsupportedContent({ message }: { message: ThreadMessage }) {
  const { type, payload, content, inbound } = message;
  const kind = inbound?.unsupported?.kind ?? platformKind(type, payload);
  return (
    <div className={classes.other}>
      <strong>
        {NAMELESS.includes(kind) ? 'Unsupported message' : `Unsupported message (type ${kind})`}
      </strong>
      {inbound?.unsupported && <span>{inbound.unsupported.reason}</span>}
      {content !== null && content !== '' && <BubbleText text={content} />}
      {payload !== null && <RawDetails value={payload} />}
    </div>
  );
}
