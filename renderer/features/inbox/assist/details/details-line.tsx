import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queries } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { exclusionOptions, useAssistMode } from '../../../../lib/assist-settings.ts';
import { t } from '../../../../lib/i18n.ts';
import { addRecent, recentItems } from '../../../../lib/recent.ts';
import { showErrorToast, showToast } from '../../../../lib/toast.ts';
import { useInbox } from '../../inbox-context.ts';
import { useConversations } from '../../list/conversations.store.ts';
import { useThreads } from '../../thread/store/threads.store.ts';
import { showMessage } from '../../thread/use-open-thread.ts';
import { AssistLine, LineQuote } from '../assist-line.tsx';
import { countFor, oncePerPage } from '../count-for.ts';
import { localNow } from '../local-now.ts';
import { changeOf, type DetailOffer, detailOffers, hasDetail } from './detail-offers.ts';

/** Refused values are remembered on this device, as marks from which the value cannot be read. */
const REFUSED_MAX = 500;
const FRESH_MS = 60_000;

/** Offers to save a detail that the customer wrote. Only a click changes the contact. */
export function DetailsLine({ conversationId }: { conversationId: string }) {
  const { session } = useInbox();
  const contactId = useConversations((state) => state.byId[conversationId]?.contact.id);
  const isOn = useAssistMode('details') === 'on' && session.permissions.includes('contacts:write');
  if (!isOn || contactId === undefined) return null;
  return (
    <Offers key={contactId} conversationId={conversationId} contactId={contactId} owner={session.user.id} />
  );
}

function Offers({
  conversationId,
  contactId,
  owner,
}: {
  conversationId: string;
  contactId: string;
  owner: string;
}) {
  const messages = useThreads((threads) => threads[conversationId]?.messages);
  const [refused, setRefused] = useState(() => new Set(recentItems('refused-details', owner)));
  const [isSaving, setSaving] = useState(false);
  const today = localNow().date;
  // Cheap and local first: nothing is asked of the server while no message has a detail.
  const found = messages === undefined ? [] : detailOffers(messages, NOTHING, ANY_FIELD, today);
  const hasDetails = found.length > 0;
  const isLeftOut = useQuery({ ...exclusionOptions(contactId), enabled: hasDetails }).data?.isLeftOut;
  const isAllowed = hasDetails && isLeftOut === false;
  const contactOptions = queries.contacts.get.queryOptions({
    input: { params: { id: contactId } },
    staleTime: FRESH_MS,
  });
  const contact = useQuery({ ...contactOptions, enabled: isAllowed }).data;
  const fields = useQuery({
    ...queries.contacts.fields.queryOptions({ input: { query: {} }, staleTime: FRESH_MS }),
    enabled: isAllowed,
  }).data?.data;
  const isOpen = (one: DetailOffer) => !refused.has(markOf(contactId, one));
  const isReady = isAllowed && contact !== undefined && fields !== undefined;
  const offer = isReady && messages ? detailOffers(messages, contact, fields, today).find(isOpen) : undefined;
  const isNew = (one: DetailOffer) => isReady && isOpen(one) && !hasDetail(contact, one.detail);
  useOfferCounts(conversationId, contactId, found.filter(isNew), offer);
  if (!offer) return null;

  const refuse = (outcome: 'dismissed' | 'unedited') => {
    const mark = markOf(contactId, offer);
    addRecent('refused-details', owner, mark, REFUSED_MAX);
    setRefused(new Set([...refused, mark]));
    countFor(conversationId, 'details', { outcome, text: offer.detail.quote });
  };
  async function save({ detail }: DetailOffer): Promise<void> {
    if (!offer) return;
    setSaving(true);
    try {
      const saved = await api.contacts.update({ params: { id: contactId }, body: changeOf(offer) });
      queryClient.setQueryData(contactOptions.queryKey, saved);
      refuse('unedited');
      showToast(t('assist-lines:details.saved', { value: detail.value }));
    } catch (error) {
      showErrorToast(t('assist-lines:details.notSaved'), error);
    }
    setSaving(false);
  }
  const field = offer.field?.name ?? t('assist-lines:details.email');
  return (
    <AssistLine
      icon={<IconAddressBook size={16} />}
      testId="detail-offer"
      dismissLabel={t('assist-lines:details.dismiss')}
      onDismiss={() => refuse('dismissed')}
      buttons={
        <Button
          size="compact-sm"
          variant="default"
          loading={isSaving}
          onClick={() => void save(offer)}
          data-testid="detail-save"
        >
          {t(offer.current === null ? 'assist-lines:details.save' : 'assist-lines:details.replace')}
        </Button>
      }
    >
      {offer.current === null
        ? t('assist-lines:details.offer', { field })
        : t('assist-lines:details.offerReplace', { field, current: offer.current })}{' '}
      <LineQuote onClick={() => void showMessage(conversationId, offer.messageId)}>
        {offer.detail.value}
      </LineQuote>
    </AssistLine>
  );
}

/** Counts each detail that the contact does not have once on this page, and each that is offered: a field may be missing. */
function useOfferCounts(
  conversationId: string,
  contactId: string,
  found: readonly DetailOffer[],
  offer: DetailOffer | undefined,
): void {
  useEffect(() => {
    const count = (one: DetailOffer, outcome: 'eligible' | 'shown') =>
      once(`${outcome} ${markOf(contactId, one)}`, () =>
        countFor(conversationId, 'details', { outcome, text: one.detail.quote }),
      );
    for (const one of offer ? [...found, offer] : found) count(one, 'eligible');
    if (offer) count(offer, 'shown');
  }, [conversationId, contactId, found, offer]);
}

const once = oncePerPage();
const NOTHING = { phone: null, email: null, attributes: {} };
/** A field for every kind of detail. */
const ANY_FIELD = [
  { key: 'any', name: 'phone cpf cnpj zip order', type: 'text' },
  { key: 'birth', name: 'birth', type: 'date' },
];

/** Returns a mark of a refused value: the same for the same value, without the value. */
function markOf(contactId: string, { detail }: DetailOffer): string {
  let hash = 0x811c9dc5;
  for (const character of `${contactId} ${detail.kind} ${detail.value}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
