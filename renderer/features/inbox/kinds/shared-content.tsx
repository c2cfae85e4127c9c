import { IconAddressBook, IconMapPin, IconShoppingBag } from '@tabler/icons-react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import { kindLabel } from '../message-kind.ts';
import { KindCard } from './kind-card.tsx';
import { countOrdered, readCards, readLocation } from './read-payload.ts';

/** A place on the map. */
export function LocationContent({ message }: { message: ThreadMessage }) {
  const place = readLocation(message.payload);
  const degrees = place && `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;
  return (
    <KindCard
      icon={IconMapPin}
      label={place?.name || kindLabel('location')}
      lines={[place?.address, degrees]}
    />
  );
}

/** Address cards: the first with its numbers, of the others the names. */
export function CardsContent({ message }: { message: ThreadMessage }) {
  const [first, ...others] = readCards(message.payload);
  return (
    <KindCard
      icon={IconAddressBook}
      label={first?.name ?? kindLabel('contacts')}
      lines={[...(first?.phones ?? []), ...others.map(({ name }) => name)]}
    />
  );
}

/** What somebody ordered from a catalogue. */
export function OrderContent({ message }: { message: ThreadMessage }) {
  const count = countOrdered(message.payload);
  const line = count === null ? null : `${count} ${count === 1 ? 'item' : 'items'}`;
  return (
    <KindCard icon={IconShoppingBag} label={kindLabel('order')} lines={[line]} words={message.content} />
  );
}
