// The operations of the API benchmark, each as a request to the API and to the floor.

export const THREAD_PHONE = '15559990001';

/** Parts of names. Each matches one to a few hundred contacts. */
const TERMS = [
  'bauer',
  'marc',
  'ander',
  'carval',
  'chevalie',
  'gab',
  'lore',
  'sofi',
  'quel',
  'stin',
  'tobias',
  'wern',
];

const FRESH = freshPhones();

/** Generates unused phone numbers, also unused by earlier runs on the same database. */
function* freshPhones() {
  const run = String(Date.now() % 1_000_000).padStart(6, '0');
  for (let count = 0; ; count += 1) yield `16${run}${String(count).padStart(6, '0')}`;
}

const freshPhone = () => FRESH.next().value;

/** Recipients, created in advance, one for each connection, so that no send waits for another. */
export const RECIPIENTS = 64;
export const recipient = (index) => `1777000${String(index % RECIPIENTS).padStart(4, '0')}`;

/** Contacts of one batch, the most that the API accepts. */
const BATCH = 500;

const READ_AIMS = { 1: 0.6, 32: 0.8 };

/**
 * `path`: in the API, below /api/v1; `floor`: in the bare server. `body` is called for each request. Without
 * it the operation is a GET, with the `query` for that request if there is one. `method` is PUT where it is not POST,
 * then `query` is the rest of the path. `per`: contacts of one request. `aims`: the ratio to reach, by connections.
 */
export const OPERATIONS = [
  { name: 'list', note: '20 of the contacts', path: '/contacts', floor: '/list', aims: READ_AIMS },
  {
    name: 'search',
    note: 'parts of names, 3 to 8 characters, in 10,000 contacts',
    path: '/contacts',
    floor: '/search',
    query: (count) => `?search=${TERMS[count % TERMS.length]}`,
    aims: READ_AIMS,
  },
  {
    name: 'history',
    note: '50 of 100,000 messages',
    path: `/messages/${THREAD_PHONE}`,
    floor: `/history/${THREAD_PHONE}`,
    aims: READ_AIMS,
  },
  {
    name: 'create',
    note: 'a contact with a new phone number',
    path: '/contacts',
    floor: '/create',
    aims: { 1: 0.5, 32: 0.5 },
    body: () => ({ name: 'Ann Example', phone: freshPhone(), email: 'ann@example.com', tags: ['new'] }),
  },
  {
    name: 'send',
    note: 'a text; the platform responds immediately; each connection sends to a different customer',
    path: '/messages/send',
    floor: '/send',
    aims: { 1: 0.5, 32: 0.6 },
    body: (connection) => ({
      contactId: recipient(connection),
      type: 'text',
      content: 'Is it still in stock?',
    }),
  },
  {
    name: 'upsert',
    note: 'a new e-mail address of a contact, found by its phone number',
    path: '/contacts',
    floor: '/upsert',
    aims: { 1: 0.6, 32: 0.6 },
    method: 'PUT',
    query: (count) => `/${recipient(count)}`,
    body: (count) => ({ email: `ann${count % 100_000}@example.com` }),
  },
  {
    name: 'batch',
    note: `${BATCH} new contacts`,
    path: '/contacts/batch',
    floor: '/batch',
    aims: { 1: 0.6 },
    per: BATCH,
    connections: [1],
    body: () => ({
      contacts: Array.from({ length: BATCH }, (_, index) => ({
        ...{ name: `Ann Example ${index}`, phone: freshPhone(), email: 'ann@example.com', tags: ['new'] },
      })),
    }),
  },
  {
    name: 'since',
    note: 'the messages of 50 changes after a cursor',
    path: '/messages',
    floor: '/since',
    query: (_, { cursor }) => (cursor ? `?cursor=${cursor}` : ''),
    aims: READ_AIMS,
  },
  {
    name: 'conversations',
    note: '50 conversations',
    path: '/conversations',
    floor: '/conversations',
    aims: READ_AIMS,
  },
];
