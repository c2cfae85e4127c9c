import { describe, expect, it } from 'vitest';
import { ApiError, errorFromBody } from '../api/api-error.ts';
import { formErrors } from './form-errors.ts';

describe('formErrors', () => {
  it('puts each error at its field', () => {
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

  it('puts an error code at the field that it is about', () => {
    const error = new ApiError('contact_phone_taken', { status: 409, message: 'Taken.' });
    expect(formErrors(error, ['phone'], { contact_phone_taken: 'phone' }).fields).toEqual({
      phone: 'Taken.',
    });
  });

  it('keeps the rest for the form as a whole', () => {
    expect(formErrors(new TypeError('boom'), ['name']).general).toMatch(/cannot be reached/);
  });
});

describe('errorFromBody', () => {
  it('reads the server’s error and refuses anything else', () => {
    const body = { error: { code: 'forbidden', message: 'No.', details: [], requestId: 'req_1' } };
    expect(errorFromBody(body, 403)).toMatchObject({ code: 'forbidden', status: 403, requestId: 'req_1' });
    expect(errorFromBody('<html>Bad gateway</html>', 502)).toBeNull();
    expect(errorFromBody({ error: { code: 'from_the_future', message: 'Hm.' } }, 418)?.code).toBe('internal');
  });
});
