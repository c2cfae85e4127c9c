import { Button } from '@mantine/core';
import { IconAddressBook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api, queries } from '../../../../lib/api/api.ts';
import { queryClient } from '../../../../lib/api/query-client.ts';
import { assistOptions, exclusionOptions, useAssistMode } from '../../../../lib/assist-settings.ts';
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
import {
  changeOf,
  countsOf,
  type DetailOffer,
  detailOffers,
  hasDetail,
  markOf,
  type OfferCount,
} from './detail-offers.ts';

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
  const orderFormats = useQuery(assistOptions()).data?.orderFormats ?? [];
  const options = { today: localNow().date, orderFormats };
  // Cheap and local first: nothing is asked of the server while no message has a detail.
  const found = messages === undefined ? [] : detailOffers(messages, NOTHING, ANY_FIELD, options);
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
  const offer =
    isReady && messages ? detailOffers(messages, contact, fields, options).find(isOpen) : undefined;
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

/** Counts each detail that the contact does not have once on this page, and each that is offered. */
function useOfferCounts(
  conversationId: string,
  contactId: string,
  found: readonly DetailOffer[],
  offer: DetailOffer | undefined,
): void {
  // The lists are new in each rendering. The effect runs again only when they say something else.
  const counts = JSON.stringify(countsOf(contactId, found, offer));
  useEffect(() => {
    for (const { key, ...counted } of JSON.parse(counts) as OfferCount[])
      once(key, () => countFor(conversationId, 'details', counted));
  }, [conversationId, counts]);
}

const once = oncePerPage();
const NOTHING = { phone: null, email: null, attributes: {} };
/** A field for every kind of detail. */
const ANY_FIELD = [
  { key: 'any', name: 'phone cpf cnpj zip order', type: 'text' },
  { key: 'birth', name: 'birth', type: 'date' },
];
