import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CreateContactSchema } from '../../../shared/contract/contacts.contract.ts';
import { AppError } from '../../../shared/domain/errors.ts';
import { CommitUnknownError } from '../../db/database-errors.ts';
import { describeError, detailsOfIssues } from './describe-error.ts';

describe('describeError', () => {
  it('keeps the status, code and details of an AppError', () => {
    const error = new AppError('contact_phone_taken', { details: [{ path: 'phone', message: 'taken' }] });
    expect(describeError(error)).toMatchObject({
      status: 409,
      code: 'contact_phone_taken',
      details: [{ path: 'phone' }],
      report: false,
    });
  });

  it('reveals nothing of an unknown error', () => {
    const described = describeError(new Error('SELECT password FROM users'));
    expect(described).toMatchObject({ status: 500, code: 'internal', report: true });
    expect(JSON.stringify(described)).not.toContain('password');
  });

  it('returns 503 when the database is not reachable', () => {
    expect(describeError({ name: 'SequelizeConnectionRefusedError' })).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
  });

  it('returns 503 for a connection lost in a statement, and 500 with an unknown outcome in a commit', () => {
    expect(describeError({ name: 'SequelizeDatabaseError', parent: { fatal: true } })).toMatchObject({
      status: 503,
    });
    const unknown = describeError(new CommitUnknownError(new Error('lost')));
    expect(unknown).toMatchObject({ status: 500, code: 'outcome_unknown' });
    expect(unknown.message).toContain('may or may not');
  });

  it('returns 500 for thrown values that are not errors', () => {
    for (const thrown of [null, undefined, 'text', 7])
      expect(describeError(thrown)).toMatchObject({ status: 500 });
  });
});

const NOT_STORED = {
  'a full disk or a read-only database': [1021, 1030, 1114, 1290, 3],
  'a connection that the server has ended': [1053, 1159, 1927, 4031],
  'a statement that was undone or interrupted': [1213, 1205, 1317, 1969, 3024],
};

it.each(Object.entries(NOT_STORED).flatMap(([what, errors]) => errors.map((errno) => ({ what, errno }))))(
  'returns 503 for $what ($errno)',
  ({ errno }) => {
    expect(describeError({ name: 'Error', errno, code: 'ER' })).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
  },
);

it.each([
  [z.object({ days: z.int().min(1) }), { days: 1e300 }, 'days', 'must be at most 9007199254740991'],
  [z.object({ step: z.int().min(-3) }), { step: -4 }, 'step', 'must be at least -3'],
  [z.object({ unread: z.literal(true) }), { unread: 'yes' }, 'unread', 'must be true'],
  [
    CreateContactSchema,
    { phone: '15550100123', attributes: { visits: [] } },
    'attributes.visits',
    'must be a string, a number, true, false or null',
  ],
])('says what a field must be, not what the validator calls it: %#', (schema, given, path, message) => {
  const { error } = schema.safeParse(given);
  const issues = error?.issues.map((issue) => ({ ...issue, path: ['body', ...issue.path] })) ?? [];
  expect(detailsOfIssues(issues)).toEqual([{ path, message }]);
});
