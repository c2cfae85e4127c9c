import { describe, expect, it } from 'vitest';
import { type ContactValues, contactChanges, emailToSend } from './contact-changes.ts';

const BEFORE: ContactValues = {
  name: 'Ada',
  email: 'ada@example.com',
  tags: ['vip', 'berlin'],
  status: 'cold',
};

describe('the form of a contact', () => {
  it('sends nothing that was not changed in it', () => {
    expect(contactChanges({ ...BEFORE }, BEFORE)).toEqual({});
    expect(contactChanges({ ...BEFORE, name: 'Ada L.' }, BEFORE)).toEqual({ name: 'Ada L.' });
    expect(contactChanges({ ...BEFORE, status: 'warm' }, BEFORE)).toEqual({ status: 'warm' });
  });

  it('adds and removes single tags, so that those of a colleague stay', () => {
    expect(contactChanges({ ...BEFORE, tags: ['vip', 'new'] }, BEFORE)).toEqual({
      addTags: ['new'],
      removeTags: ['berlin'],
    });
  });

  it('removes the email address that was emptied', () => {
    expect(contactChanges({ ...BEFORE, email: ' ' }, BEFORE)).toEqual({ email: null });
    expect(emailToSend('ada@example.com')).toBe('ada@example.com');
  });
});
