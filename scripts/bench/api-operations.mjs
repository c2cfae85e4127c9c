// What the API benchmark asks: each operation as a request to the API and to the floor.

export const THREAD_PHONE = '15559990001';

/**
 * `path`: of the API below /api/v1; `floor`: of the bare server. `body` is made anew for each request;
 * without it the operation is a GET.
 */
export const OPERATIONS = [
  { name: 'list', note: '20 of the contacts', path: '/contacts', floor: '/list', aim: 0.6 },
  {
    name: 'history',
    note: '50 of 100,000 messages',
    path: `/messages/${THREAD_PHONE}`,
    floor: `/history/${THREAD_PHONE}`,
    aim: 0.6,
  },
];
