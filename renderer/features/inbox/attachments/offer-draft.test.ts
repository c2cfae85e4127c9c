import { describe, expect, it } from 'vitest';
import { InteractiveSchema } from '../../../../shared/contract/send-interactive.ts';
import { interactiveOf, isComplete, type OfferDraft, offerDraftOf } from './offer-draft.ts';

const blank = offerDraftOf(null);
const draft = (change: Partial<OfferDraft>): OfferDraft => ({ ...blank, body: 'Which one?', ...change });
const row = (title: string, description = '') => ({ title, description });

const BUTTONS = draft({ buttons: [' Blue ', '', 'Red'], header: 'Kettles', footer: ' ' });
const LIST = draft({
  kind: 'list',
  listLabel: 'Times',
  sections: [
    { title: 'Friday', rows: [row('9 to 12', 'The van passes'), row('14 to 18')] },
    { title: 'Saturday', rows: [row('9 to 12'), row('')] },
    { title: '', rows: [row(' ')] },
  ],
});
const LINK = draft({ kind: 'cta_url', linkLabel: 'Track', url: ' https://shop.example/17 ' });

describe('the message of a draft', () => {
  it('has what is filled in, with an id for each choice', () => {
    expect(interactiveOf(BUTTONS)).toEqual({
      type: 'button',
      header: { type: 'text', text: 'Kettles' },
      body: { text: 'Which one?' },
      action: {
        buttons: [
          { type: 'reply', reply: { id: 'button-1', title: 'Blue' } },
          { type: 'reply', reply: { id: 'button-2', title: 'Red' } },
        ],
      },
    });
    expect(interactiveOf(LIST)).toMatchObject({
      action: {
        button: 'Times',
        sections: [
          { title: 'Friday', rows: [{ id: 'row-1', description: 'The van passes' }, { id: 'row-2' }] },
          { title: 'Saturday', rows: [{ id: 'row-3', title: '9 to 12' }] },
        ],
      },
    });
  });

  it.each([BUTTONS, LIST, LINK])(
    'passes the checks of the server, and returns as the same draft: $kind',
    (one) => {
      expect(isComplete(one)).toBe(true);
      const interactive = interactiveOf(one);
      expect(InteractiveSchema.parse(interactive)).toEqual(interactive);
      expect(interactiveOf(offerDraftOf({ interactive }))).toEqual(interactive);
    },
  );

  it.each<[string, Partial<OfferDraft>]>([
    ['without a text', { body: ' ' }],
    ['without a button', { buttons: ['', ' '] }],
    ['with two buttons of one label', { buttons: ['Yes', 'Yes '] }],
    ['with a list that has no label', { ...LIST, listLabel: '' }],
    [
      'with a section that has no title',
      { ...LIST, sections: [{ title: '', rows: [row('a')] }, ...LIST.sections] },
    ],
    ['with an empty list', { ...LIST, sections: [{ title: 'a', rows: [row('')] }] }],
    ['with eleven rows', { ...LIST, sections: [{ title: '', rows: Array(11).fill(row('a')) }] }],
    ['with a link that is none', { ...LINK, url: 'shop.example' }],
    ['with a link without a label', { ...LINK, linkLabel: ' ' }],
  ])('is not complete %s', (_what, change) => {
    expect(isComplete(draft(change))).toBe(false);
  });

  it('keeps what was typed in other kinds', () => {
    expect(offerDraftOf({ ...LIST, kind: 'button' })).toMatchObject({ kind: 'button', listLabel: 'Times' });
  });
});
