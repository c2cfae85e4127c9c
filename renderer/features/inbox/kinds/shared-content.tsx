import { Anchor } from '@mantine/core';
import { IconAddressBook, IconMapPin } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AddressCard } from '../../../../shared/contract/inbound-facts.ts';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { t } from '../../../lib/i18n.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { FactList } from './fact-list.tsx';
import { KindCard } from './kind-card.tsx';

/** A location, with a link to a map. */
export function LocationContent({ message }: { message: ThreadMessage }) {
  const location = message.inbound?.location;
  if (!location)
    return <KindCard icon={IconMapPin} label={kindLabel('location')} lines={[t('inbox:kinds.noDetails')]} />;
  const { latitude, longitude, name, address, url } = location;
  const degrees = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <KindCard
      icon={IconMapPin}
      label={name ?? kindLabel('location')}
      lines={[
        address,
        degrees,
        <ExternalLink key="map" href={map} text={t('inbox:kinds.map')} />,
        url && <ExternalLink key="url" href={url} text={url} />,
      ]}
    />
  );
}

/** Shared contacts with all their details. */
export function CardsContent({ message }: { message: ThreadMessage }) {
  const cards = message.inbound?.cards ?? [];
  if (cards.length === 0)
    return (
      <KindCard icon={IconAddressBook} label={kindLabel('contacts')} lines={[t('inbox:kinds.noDetails')]} />
    );
  return cards.map((card, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change their order
    <KindCard key={index} icon={IconAddressBook} label={card.name} lines={[card.organization]}>
      <FactList facts={factsOf(card)} />
    </KindCard>
  ));
}

function factsOf({ phones, emails, addresses, urls, birthday }: AddressCard): [string, ReactNode][] {
  return [
    ...phones.map(({ phone, type }): [string, ReactNode] => [
      labelled(t('inbox:kinds.card.phone'), type),
      phone,
    ]),
    ...emails.map(({ email, type }): [string, ReactNode] => [
      labelled(t('inbox:kinds.card.email'), type),
      email,
    ]),
    ...addresses.map(({ address, type }): [string, ReactNode] => [
      labelled(t('inbox:kinds.card.address'), type),
      address,
    ]),
    ...urls.map(({ url, type }): [string, ReactNode] => [
      labelled(t('inbox:kinds.card.web'), type),
      <ExternalLink key={url} href={url} text={url} />,
    ]),
    ...(birthday === null ? [] : [[t('inbox:kinds.card.birthday'), birthday] satisfies [string, ReactNode]]),
  ];
}

const TYPES = ['cell', 'home', 'mobile', 'work'] as const;

function labelled(label: string, type: string | null): string {
  if (type === null) return label;
  const known = TYPES.find((one) => one === type.toLowerCase());
  return t('inbox:kinds.card.typed', {
    label,
    type: known ? t(`inbox:kinds.card.types.${known}`) : type.toLowerCase(),
  });
}

/** A link in a message. Shows its target and sends no referrer. */
export function ExternalLink({ href, text }: { href: string; text: string }) {
  return (
    <Anchor href={href} target="_blank" rel="noopener noreferrer nofollow" inherit underline="always">
      {text}
    </Anchor>
  );
}
