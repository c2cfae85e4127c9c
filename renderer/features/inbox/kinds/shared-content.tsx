import { Anchor, Button } from '@mantine/core';
import { IconAddressBook, IconMapPin, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AddressCard } from '../../../../shared/contract/inbound-facts.ts';
import type { ThreadMessage } from '../../../../shared/contract/inbox/conversations.contract.ts';
import { api } from '../../../lib/api/api.ts';
import { useMutation } from '../../../lib/forms/use-mutation.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useInbox } from '../inbox-context.ts';
import { kindLabel } from '../thread/bubble/message-kind.ts';
import { FactList } from './fact-list.tsx';
import classes from './kind-card.module.css';
import { KindCard } from './kind-card.tsx';

/** A location, with a link to a map. */
export function LocationContent({ message }: { message: ThreadMessage }) {
  const location = message.inbound?.location;
  if (!location)
    return <KindCard icon={IconMapPin} label={kindLabel('location')} lines={[t('inbox:kinds.noDetails')]} />;
  return <LocationCard location={location} />;
}

interface ShownLocation {
  latitude: number;
  longitude: number;
  name?: string | null | undefined;
  address?: string | null | undefined;
  url?: string | null | undefined;
}

/** A place, with a link to a map. */
export function LocationCard({ location }: { location: ShownLocation }) {
  const { latitude, longitude, name, address, url } = location;
  const degrees = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
  const map = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  return (
    <KindCard
      icon={IconMapPin}
      label={name || kindLabel('location')}
      lines={[
        address,
        degrees,
        <ExternalLink key="map" href={map} text={t('inbox:kinds.map')} />,
        url && <ExternalLink key="url" href={url} text={url} />,
      ]}
    />
  );
}

/** Shared contacts with all their details. Those of a customer can be saved as contacts. */
export function CardsContent({ message }: { message: ThreadMessage }) {
  const cards = message.inbound?.cards ?? [];
  if (cards.length === 0)
    return <PersonCard name={kindLabel('contacts')} lines={[t('inbox:kinds.noDetails')]} />;
  return cards.map((card, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards of a message never change their order
    <PersonCard key={index} name={card.name} lines={[card.organization]}>
      <FactList facts={factsOf(card)} />
      {message.direction === 'inbound' && <SaveCard card={card} />}
    </PersonCard>
  ));
}

interface PersonCardProps {
  name: string;
  lines: readonly ReactNode[];
  children?: ReactNode;
}

/** The card of a person. */
export function PersonCard({ name, lines, children }: PersonCardProps) {
  return (
    <KindCard icon={IconAddressBook} label={name} lines={lines}>
      {children}
    </KindCard>
  );
}

/** Saves a card with a number as a contact. */
function SaveCard({ card: { name, phones, emails } }: { card: AddressCard }) {
  const { permissions } = useInbox().session;
  const [first] = phones;
  const phone = first && (first.waId ?? first.phone);
  const email = emails[0]?.email ?? null;
  const saving = useMutation(() =>
    api.contacts.create({ body: { name, phone: phone ?? '', ...(email === null ? {} : { email }) } }),
  );
  if (!phone || !permissions.includes('contacts:write')) return null;
  const isKnown = saving.errorCode === 'contact_phone_taken';
  if (saving.isSuccess || isKnown)
    return (
      <p className={classes.done} role="status">
        {isKnown ? t('inbox:kinds.card.known') : t('inbox:kinds.card.saved')}
      </p>
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        mt={6}
        leftSection={<IconUserPlus size={14} />}
        loading={saving.isPending}
        onClick={() => saving.mutate()}
        data-testid="card-save"
      >
        {t('inbox:kinds.card.save')}
      </Button>
      {saving.error !== null && <Notice tone="bad">{saving.error}</Notice>}
    </>
  );
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
