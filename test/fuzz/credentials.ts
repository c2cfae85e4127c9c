import fc from 'fast-check';
import type { Header } from './request-headers.ts';

/**
 * Odd credentials. The names in braces stand for the lane's own; `{other}` is a key with a valid
 * checksum that was never issued.
 */
const ODD_AUTHORIZATION = [
  '',
  'Bearer',
  'Bearer ',
  'Bearer  {full}',
  'Bearer{full}',
  'Bearer {full} ',
  'Bearer {full},',
  'Bearer {full} {full}',
  'bearer {full}',
  'Basic {full}',
  'Basic dXNlcjpwYXNz',
  'Token {full}',
  '{full}',
  'Bearer {full}x',
  'Bearer {revoked}',
  'Bearer {other}',
  'Bearer {owner}',
  'Bearer svc_',
  'Bearer svc___',
  'Bearer null',
  'Bearer [object Object]',
  'Bearer %00',
  'Bearer ünïcode',
  `Bearer ${'a'.repeat(512)}`,
  `Bearer ${'a'.repeat(513)}`,
  `Bearer ${'svc_'.repeat(2_000)}`,
];

const ODD_COOKIE = [
  'sid=',
  'sid={owner}x',
  'sid=%zz',
  'sid={full}',
  'sid=a; sid={owner}',
  'SID={owner}',
  'sid="{owner}"',
  `sid=${'c'.repeat(5_000)}`,
];

const authorization = (value: string): Header[] => [['Authorization', value]];
const cookie = (value: string): Header[] => [['Cookie', value]];

/** Generates the credentials for one of the APIs: mostly valid ones. */
export const CREDENTIALS: Readonly<Record<'public' | 'dashboard', fc.Arbitrary<Header[]>>> = {
  public: fc.oneof(
    { weight: 40, arbitrary: fc.constant(authorization('Bearer {full}')) },
    { weight: 3, arbitrary: fc.constant(authorization('Bearer {narrow}')) },
    { weight: 1, arbitrary: fc.constant<Header[]>([]) },
    { weight: 4, arbitrary: fc.constantFrom(...ODD_AUTHORIZATION).map(authorization) },
    {
      weight: 1,
      arbitrary: fc.constant<Header[]>([
        ...authorization('Bearer {full}'),
        ...authorization('Bearer {narrow}'),
      ]),
    },
  ),
  dashboard: fc.oneof(
    { weight: 30, arbitrary: fc.constant(cookie('sid={owner}')) },
    { weight: 3, arbitrary: fc.constant(authorization('Bearer {owner}')) },
    { weight: 4, arbitrary: fc.constant(cookie('sid={staff}')) },
    { weight: 1, arbitrary: fc.constant<Header[]>([]) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_COOKIE).map(cookie) },
    { weight: 2, arbitrary: fc.constantFrom(...ODD_AUTHORIZATION).map(authorization) },
  ),
};
