import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import classes from '../bubble.module.css';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import { kindLabel, platformKind } from '../thread/bubble/message-kind.ts';
import { RawDetails } from '../thread/bubble/raw-details.tsx';

/** The values that the platform sends for a type without a name. */
const UNNAMED = ['unsupported', 'unknown'];

/** A message of an unsupported type: the reason and the raw content. */
export function UnsupportedContent({ message }: { message: ThreadMessage }) {
  const { type, payload, content, inbound } = message;
  const kind = inbound?.unsupported?.kind ?? platformKind(type, payload);
  return (
    <div className={classes.other}>
      <strong>
        {UNNAMED.includes(kind) ? kindLabel('unsupported') : t('inbox:kinds.unsupportedType', { type: kind })}
      </strong>
      {inbound?.unsupported && <span>{inbound.unsupported.reason}</span>}
      {content !== null && content !== '' && <BubbleText text={content} />}
      {payload !== null && <RawDetails value={payload} />}
    </div>
  );
}
