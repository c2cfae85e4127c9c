import { describe, expect, it } from 'vitest';
import { isOrderFormat } from '../../../../../shared/domain/assist/order-formats.ts';
import { changeOf, countsOf, detailOffers } from './detail-offers.ts';

const contact = { phone: '5511912345678', email: null, attributes: {} };
const fields = [
  { key: 'tax_id', name: 'CPF', type: 'text' },
  { key: 'born', name: 'Birthday', type: 'date' },
  { key: 'last_order', name: 'Last order', type: 'text' },
];
const say = (content: string, direction = 'inbound') => ({ id: content, direction, content, caption: null });
const offersOf = (...texts: string[]) =>
  detailOffers(
    texts.map((text) => say(text)),
    contact,
    fields,
    { today: '2026-11-24' },
  );

describe('detailOffers', () => {
  it('offers an email for the contact, and other details for the fields whose name says so', () => {
    const offers = offersOf('ana@mail.example, cpf 529.982.247-25, pedido 48213');
    expect(offers.map(changeOf)).toEqual([
      { email: 'ana@mail.example' },
      { attributes: { tax_id: '52998224725' } },
      { attributes: { last_order: '48213' } },
    ]);
  });

  it('offers nothing that no field takes, that is known, or that we wrote', () => {
    expect(offersOf('CEP 01310-100', '(11) 91234-5678', 'my birthday is 12/03')).toEqual([]);
    const known = { ...contact, email: 'Ana@mail.example', attributes: { tax_id: '529.982.247-25' } };
    const messages = [say('ana@mail.example cpf 529.982.247-25'), say('us@shop.example', 'outbound')];
    expect(detailOffers(messages, known, fields, { today: '2026-11-24' })).toEqual([]);
  });

  it('offers the latest value of a kind, and says what it replaces', () => {
    const messages = [say('old@mail.example'), say('new@mail.example')];
    const [offer, ...others] = detailOffers(messages, { ...contact, email: 'first@mail.example' }, fields, {
      today: '2026-11-24',
    });
    expect(offer).toMatchObject({ detail: { value: 'new@mail.example' }, current: 'first@mail.example' });
    expect(others).toEqual([]);
  });
});

it('finds the order numbers of the workspace, as it writes them', () => {
  const offersWith = (orderFormats: string[]) =>
    detailOffers([say('it is ab-000123, thanks')], contact, fields, { today: '2026-11-24', orderFormats });
  expect(offersWith([])).toEqual([]);
  expect(offersWith(['AB-######']).map(changeOf)).toEqual([{ attributes: { last_order: 'AB-000123' } }]);
  expect(['AB-######', '@@#####', '2026/####'].every(isOrderFormat)).toBe(true);
  expect(['AB', '##', '.*###+', '(a+)+###', 'A ###', '#'.repeat(31)].some(isOrderFormat)).toBe(false);
});

describe('countsOf', () => {
  it('is the same for each reading of the same messages, and another with a new detail', () => {
    const countsAt = (...texts: string[]) => {
      const found = offersOf(...texts);
      return countsOf('ct_1', found, found[0]);
    };
    const counts = countsAt('ana@mail.example, cpf 529.982.247-25');
    expect(counts.map(({ outcome }) => outcome)).toEqual(['eligible', 'eligible', 'eligible', 'shown']);
    const again = countsAt('ana@mail.example, cpf 529.982.247-25');
    // The effect that counts them compares this text.
    expect(JSON.stringify(again)).toBe(JSON.stringify(counts));
    const keys = countsAt('ana@new.example, cpf 529.982.247-25').map(({ key }) => key);
    expect(keys).not.toContain(counts[0]?.key);
  });

  it('is empty while no detail is new', () => {
    expect(countsOf('ct_1', [], undefined)).toEqual([]);
  });
});
