import { describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/domain/errors.ts';
import { CommitUnknownError } from '../../db/database-errors.ts';
import { describeError } from './describe-error.ts';

describe('an error', () => {
  it('with a meaning keeps it', () => {
    const error = new AppError('contact_phone_taken', { details: [{ path: 'phone', message: 'taken' }] });
    expect(describeError(error)).toMatchObject({
      status: 409,
      code: 'contact_phone_taken',
      details: [{ path: 'phone' }],
      report: false,
    });
  });

  it('without one says nothing of itself', () => {
    const described = describeError(new Error('SELECT password FROM users'));
    expect(described).toMatchObject({ status: 500, code: 'internal', report: true });
    expect(JSON.stringify(described)).not.toContain('password');
  });

  it('of a database out of reach is 503', () => {
    expect(describeError({ name: 'SequelizeConnectionRefusedError' })).toMatchObject({
      status: 503,
      code: 'unavailable',
    });
  });

  it('of a connection that broke under a statement is 503; under a commit it claims nothing', () => {
    expect(describeError({ name: 'SequelizeDatabaseError', parent: { fatal: true } })).toMatchObject({
      status: 503,
    });
    const unknown = describeError(new CommitUnknownError(new Error('gone')));
    expect(unknown).toMatchObject({ status: 500, code: 'internal' });
    expect(unknown.message).toContain('may or may not');
  });

  it('of thrown nonsense is still one', () => {
    for (const thrown of [null, undefined, 'text', 7])
      expect(describeError(thrown)).toMatchObject({ status: 500 });
  });
});

it.each([1021, 1030, 1114, 1290, 3])('of a full disk or a read-only database (%i) is 503', (errno) => {
  expect(describeError({ name: 'Error', errno, code: 'ER' })).toMatchObject({
    status: 503,
    code: 'unavailable',
  });
});
