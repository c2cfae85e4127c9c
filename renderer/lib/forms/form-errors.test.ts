import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../../shared/domain/errors.ts';
import { ApiError, errorFromBody } from '../api/api-error.ts';
import { loadLaterTexts } from '../i18n.ts';
import { formErrors } from './form-errors.ts';

await loadLaterTexts();

describe('formErrors', () => {
  it('assigns each error to its field', () => {
    const error = new ApiError('validation_failed', {
      status: 400,
      message: 'The request is not valid.',
      details: [
        { path: 'body.email', message: 'must be an email address' },
        { path: 'tags[0]', message: 'must not be empty' },
      ],
    });
    expect(formErrors(error, ['email', 'tags'])).toEqual({
      fields: { email: 'Must be an email address', tags: 'Must not be empty' },
      general: null,
    });
  });

  it('assigns an error code to the field that it concerns', () => {
    const error = new ApiError('contact_phone_taken', { status: 409, message: 'Taken.' });
    expect(formErrors(error, ['phone'], { contact_phone_taken: 'phone' }).fields).toEqual({
      phone: 'Taken.',
    });
  });

  it('keeps other errors at form level', () => {
    expect(formErrors(new TypeError('boom'), ['name']).general).toMatch(/cannot be reached/);
  });
});

describe('errorFromBody', () => {
  it('reads the server’s error and rejects anything else', () => {
    const body = { error: { code: 'forbidden', message: 'No.', details: [], requestId: 'req_1' } };
    expect(errorFromBody(body, 403)).toMatchObject({ code: 'forbidden', status: 403, requestId: 'req_1' });
    expect(errorFromBody('<html>Bad gateway</html>', 502)).toBeNull();
    expect(errorFromBody({ error: { code: 'from_the_future', message: 'Hm.' } }, 418)?.code).toBe('internal');
  });

  it('names the request of an unexpected error, which a person is asked to quote', () => {
    const body = {
      error: { code: 'internal', message: ERRORS.internal.message, details: [], requestId: 'req_7' },
    };
    expect(errorFromBody(body, 500)?.message).toContain('req_7');
  });
});
