import { IconShoppingBag } from '@tabler/icons-react';
import type { InboundFacts } from '../../../../shared/contract/inbound-facts.ts';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { currentLanguage, t } from '../../../lib/i18n.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { FactList } from './fact-list.tsx';
import { KindCard } from './kind-card.tsx';

type Item = NonNullable<InboundFacts['order']>['items'][number];

/** An order from a catalogue: each item with its quantity and price, and the total. */
export function OrderContent({ message }: { message: ThreadMessage }) {
  const items = message.inbound?.order?.items ?? [];
  const count = t('inbox:kinds.order.items', { count: items.length });
  return (
    <KindCard
      icon={IconShoppingBag}
      label={kindLabel('order')}
      lines={[[count, totalOf(items)].filter(Boolean).join(' · ')]}
      caption={message.content}
    >
      <FactList facts={items.map((item) => [nameOf(item), priceOf(item)])} />
    </KindCard>
  );
}

function nameOf({ quantity, productId }: Item): string {
  return t('inbox:kinds.order.item', { quantity: quantity ?? '?', product: productId });
}

function priceOf({ price, currency }: Item): string {
  return price === null ? t('inbox:kinds.order.noPrice') : formatMoney(price, currency);
}

/** Returns the total; null unless every item has a price and all are in the same currency. */
function totalOf(items: readonly Item[]): string | null {
  const [first] = items;
  if (!first || items.some((item) => item.currency !== first.currency)) return null;
  let total = 0;
  for (const { price, quantity } of items) {
    if (price === null || quantity === null) return null;
    total += price * quantity;
  }
  return formatMoney(total, first.currency);
}

function formatMoney(amount: number, currency: string | null): string {
  if (currency === null || !/^[A-Z]{3}$/.test(currency)) return String(amount);
  return new Intl.NumberFormat(currentLanguage(), { style: 'currency', currency }).format(amount);
}
