import { Anchor } from '@mantine/core';
import { IconAddressBook, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ThreadMessage } from '../../../../shared/contract/conversations.contract.ts';
import type { AddressCard } from '../../../../shared/contract/inbound-facts.ts';
import { kindLabel } from '../message-kind.ts';
import { FactList } from './fact-list.tsx';
import { KindCard } from './kind-card.tsx';

/** A place on the map, with the way to a map. */
export function LocationContent({ message }: { message: ThreadMessage }) {
  const place = message.inbound?.location;
  if (!place) return <KindCard icon={IconMapPin} label={kindLabel('location')} lines={[NOTHING_SAID]} />;
  const { latitude, longitude, name, address, url } = place;
  const degrees = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <KindCard
      icon={IconMapPin}
      label={name ?? kindLabel('location')}
      lines={[
        address,
        degrees,
        <Elsewhere key="map" href={map} words="Show on a map" />,
        url && <Elsewhere key="url" href={url} words={url} />,
      ]}
    />
  );
}

/** Address cards, each with everything that stands on it. */
export function CardsContent({ message }: { message: ThreadMessage }) {
  const cards = message.inbound?.cards ?? [];
  if (cards.length === 0)
    return <KindCard icon={IconAddressBook} label={kindLabel('contacts')} lines={[NOTHING_SAID]} />;
  return cards.map((card, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change their order
    <KindCard key={place} icon={IconAddressBook} label={card.name} lines={[card.organization]}>
      <FactList facts={factsOf(card)} />
    </KindCard>
  ));
}

const NOTHING_SAID = 'It came without its details.';

function factsOf({ phones, emails, addresses, urls, birthday }: AddressCard): [string, ReactNode][] {
  return [
    ...phones.map(({ phone, type }): [string, ReactNode] => [labelled('Phone', type), phone]),
    ...emails.map(({ email, type }): [string, ReactNode] => [labelled('Email', type), email]),
    ...addresses.map(({ address, type }): [string, ReactNode] => [labelled('Address', type), address]),
    ...urls.map(({ url, type }): [string, ReactNode] => [
      labelled('Web', type),
      <Elsewhere key={url} href={url} words={url} />,
    ]),
    ...(birthday === null ? [] : [['Birthday', birthday] satisfies [string, ReactNode]]),
  ];
}

function labelled(word: string, type: string | null): string {
  return type === null ? word : `${word} (${type.toLowerCase()})`;
}

/** A link that a stranger has sent: it says where it goes and tells nobody where it was opened. */
function Elsewhere({ href, words }: { href: string; words: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
      {words}
    </Anchor>
  );
}
