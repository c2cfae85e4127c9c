import type { InboundFacts } from '../../../../shared/contract/inbound-facts.ts';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import classes from '../bubble.module.css';
import { BubbleText } from '../thread/bubble/bubble-text.tsx';
import { kindLabel, platformKind } from '../thread/bubble/message-kind.ts';
import { RawDetails } from '../thread/bubble/raw-details.tsx';

type Unsupported = NonNullable<InboundFacts['unsupported']>;

/** The values that the platform sends for a type without a name. */
const UNNAMED = ['unsupported', 'unknown'];

/** The platform's errors in place of the content; all others are its own words. */
const KNOWN = ['131051', '131052', '131060'] as const;

function unsupportedReason({ code, reason }: Pick<Unsupported, 'code' | 'reason'>): string {
  const known = KNOWN.find((one) => one === code);
  if (known) return t(`inbox:kinds.unsupportedReasons.${known}`);
  return code === null ? t('inbox:kinds.unsupportedReasons.unknown') : reason;
}

/** A message of an unsupported type: the reason and the raw content. */
export function UnsupportedContent({ message }: { message: ThreadMessage }) {
  const { type, payload, content, inbound } = message;
  const kind = inbound?.unsupported?.kind ?? platformKind(type, payload);
  return (
    <div className={classes.other}>
      <strong>
        {UNNAMED.includes(kind) ? kindLabel('unsupported') : t('inbox:kinds.unsupportedType', { type: kind })}
      </strong>
      {inbound?.unsupported && <span>{unsupportedReason(inbound.unsupported)}</span>}
      {content !== null && content !== '' && <BubbleText text={content} />}
      {payload !== null && <RawDetails value={payload} />}
    </div>
  );
}
