import { z } from 'zod';
import { CONTACT_STATUSES, MARKETING_STATES } from '../domain/contact-status.ts';
import { lineText } from '../domain/text.ts';

/** How contacts are narrowed down: in lists, segments, exports and the audiences of broadcasts. */

const SEARCH_MEANING = [
  'Finds contacts whose name or phone number contains this text, whose email address begins with it, from its start or',
  'from the @ or after it, or that have a tag with exactly this name. One character is enough. Case, accents and',
  'other marks are ignored, ligatures and full-width letters match plain ones, and % and _ have no special',
  'meaning. A text that can be part of a phone number also matches numbers without its spaces, dots,',
  'dashes, parentheses and leading + (a 00 before a whole number counts as +). Newest first. `total` is',
  'exact up to 1,000, and then 1,000 with `totalIsCapped`: one or two characters nearly always match more,',
  'and take somewhat longer than a longer search.',
].join(' ');

const ATTRIBUTE_MEANING = [
  'Contacts with this value in a custom field, as the key of the field, a colon and the value: `city:London`. Case is',
  'ignored. Numbers, dates and booleans are given as text: `visits:3`, `birthday:1990-05-17`, `vip:true`. Numbers and dates',
  'may be a range with both ends, one of which may be missing: `visits:3..10`, `visits:3..`, `birthday:..1999-12-31`.',
].join(' ');

const AttributeFilterSchema = lineText({ max: 300 }).regex(
  /^[a-z][a-z0-9_]{0,39}:.+$/,
  'must be the key of a field and a value, as in city:London',
);

/** Ten years. */
const DAYS_MAX = 3_650;

const texts = {
  tag: lineText({ min: 1, max: 50 }).optional().describe('Contacts with exactly this tag'),
  attribute: AttributeFilterSchema.optional().describe(ATTRIBUTE_MEANING),
  status: z.enum(CONTACT_STATUSES).optional(),
  marketing: z.enum(MARKETING_STATES).optional().describe('Contacts with this marketing consent'),
};

const BLOCKED_MEANING = 'Only blocked contacts, or only others';
const EMAIL_MEANING = 'Only contacts with an email address, or only those without';
const ADDED_MEANING = 'Contacts that were added in the last days, up to this number';
const SEEN_MEANING = 'Contacts who wrote in the last days, up to this number';
const UNSEEN_MEANING = 'Contacts who have not written for this many days, or never';

const days = z.int().min(1).max(DAYS_MAX);
const daysInQuery = z.coerce.number().int().min(1).max(DAYS_MAX);
const flagInQuery = z.enum(['true', 'false']).transform((text) => text === 'true');

/** A filter as it is stored. Contacts pass it that pass each part; without parts, all do. */
export const ContactFilterSchema = z
  .strictObject({
    search: lineText({ max: 200 })
      .optional()
      .describe(
        'Contacts whose name or phone number contains this text, whose email address or its part after the @ begins with it, or with a tag of this name',
      ),
    ...texts,
    blocked: z.boolean().optional().describe(BLOCKED_MEANING),
    hasEmail: z.boolean().optional().describe(EMAIL_MEANING),
    addedWithinDays: days.optional().describe(ADDED_MEANING),
    seenWithinDays: days.optional().describe(SEEN_MEANING),
    notSeenForDays: days.optional().describe(UNSEEN_MEANING),
  })
  .meta({ id: 'ContactFilter' });

/** The same filter as parameters of a list. */
export const contactFilterQuery = {
  search: lineText({ max: 200 }).optional().describe(SEARCH_MEANING),
  ...texts,
  blocked: flagInQuery.optional().describe(BLOCKED_MEANING),
  hasEmail: flagInQuery.optional().describe(EMAIL_MEANING),
  addedWithinDays: daysInQuery.optional().describe(ADDED_MEANING),
  seenWithinDays: daysInQuery.optional().describe(SEEN_MEANING),
  notSeenForDays: daysInQuery.optional().describe(UNSEEN_MEANING),
};

export type ContactFilter = z.infer<typeof ContactFilterSchema>;
