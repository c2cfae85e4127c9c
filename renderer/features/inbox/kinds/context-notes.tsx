import { Anchor } from '@mantine/core';
import { IconArrowForwardUp, IconShoppingBag, IconSpeakerphone, IconUsers } from '@tabler/icons-react';
import type { InboundFacts } from '../../../../shared/contract/inbound-facts.ts';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import classes from './context-notes.module.css';

/**
 * Notes above a message: whether it is from a group or was forwarded, and the product or advertisement it refers to.
 * The note of a group stands once above messages that follow each other.
 */
export function ContextNotes({ message, startsGroup }: { message: ThreadMessage; startsGroup: boolean }) {
  // An older server knows no groups.
  const { group = null, forwarded = null, product = null, referral = null } = message.inbound ?? {};
  return (
    <>
      {group !== null && startsGroup && (
        <div className={classes.note} data-testid="message-group">
          <IconUsers size={14} stroke={1.8} aria-hidden />
          {t('inbox:kinds.group')}
        </div>
      )}
      {forwarded !== null && (
        <div className={classes.note}>
          <IconArrowForwardUp size={14} stroke={1.8} aria-hidden />
          {forwarded === 'often' ? t('inbox:kinds.forwardedOften') : t('inbox:kinds.forwarded')}
        </div>
      )}
      {product !== null && (
        <div className={classes.note}>
          <IconShoppingBag size={14} stroke={1.8} aria-hidden />
          <span dir="auto">{t('inbox:kinds.product', { id: product.productId })}</span>
        </div>
      )}
      {referral !== null && <Referral referral={referral} />}
    </>
  );
}

function Referral({ referral }: { referral: NonNullable<InboundFacts['referral']> }) {
  const { sourceType, sourceUrl, headline, body } = referral;
  const from = sourceType === 'post' ? t('inbox:kinds.post') : t('inbox:kinds.ad');
  const title = headline ?? sourceUrl;
  return (
    <div className={classes.referral} data-testid="message-referral">
      <div className={classes.note}>
        <IconSpeakerphone size={14} stroke={1.8} aria-hidden />
        {from}
      </div>
      {title !== null && (
        <strong dir="auto">
          {sourceUrl === null ? (
            title
          ) : (
            <Anchor
              href={sourceUrl}
              target="_blank"
              rel="noopener noreferrer nofollow"
              inherit
              underline="always"
            >
              {title}
            </Anchor>
          )}
        </strong>
      )}
      {body !== null && <span dir="auto">{body}</span>}
    </div>
  );
}
