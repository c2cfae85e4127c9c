import { describe, expect, it } from 'vitest';
import { type GivenAnswer, generalText, nameFor } from './general-text.ts';

let customers = 0;
function given(text: string, more: Partial<GivenAnswer> = {}): GivenAnswer {
  customers += 1;
  return {
    ...{ text, question: '', day: '2026-03-04', contactId: String(customers) },
    ...{ contactName: `Customer${customers}`, authorName: 'Sam Okonkwo', ...more },
  };
}

describe('the text of a proposal', () => {
  it('names the customer, the colleague and the business by variables', () => {
    const answers = [
      given('Hi Maria, this is Sam from Fischer Repairs: we open at 9:00.', { contactName: 'Maria Souza' }),
      given('Hi Paul, this is Sam from Fischer Repairs: we open at 9:00.', { contactName: 'Paul' }),
      given('Hi, this is Sam from Fischer Repairs: we open at 9:00.'),
    ];
    expect(generalText(answers, 'Fischer Repairs')).toBe(
      'Hi, this is {{agent.name}} from {{workspace.name}}: we open at 9:00.',
    );
    expect(generalText(answers.slice(0, 2), 'Fischer Repairs')).toBe(
      'Hi {{contact.first_name}}, this is {{agent.name}} from {{workspace.name}}: we open at 9:00.',
    );
  });

  it('addresses a customer who is saved by one name as it does those with two', () => {
    const answers = ['Maria', 'Paul'].map((contactName) =>
      given(`Hi ${contactName}, we open at 9:00.`, { contactName }),
    );
    expect(generalText(answers, 'Shop')).toBe('Hi {{contact.first_name}}, we open at 9:00.');
  });

  it('keeps a fact that several customers were given, and leaves a gap for one that differs', () => {
    const answers = [
      given('Your parcel 48213377 arrives within 4 days, shipping costs 12,90 €.'),
      given('Your parcel 77120045 arrives within 4 days, shipping costs 12,90 €.'),
      given('Your parcel 90034412 arrives within 4 days, shipping costs 12,90 €.'),
    ];
    expect(generalText(answers, 'Shop')).toBe(
      'Your parcel […] arrives within 4 days, shipping costs 12,90 €.',
    );
  });

  it('keeps no fact that only one customer was given, however often', () => {
    const [one, two] = ['a', 'b'];
    const answers = [
      given('The code for your order is AB-10293.', { contactId: one }),
      given('The code for your order is AB-10293.', { contactId: one }),
      given('The code for your order is CD-55512.', { contactId: two }),
    ];
    expect(generalText(answers, 'Shop')).not.toMatch(/10293|55512/);
  });

  it('takes “tomorrow” for another day in each answer', () => {
    const answers = ['2026-03-04', '2026-03-11', '2026-03-20'].map((day) =>
      given('We can repair it tomorrow at the workshop.', { day }),
    );
    expect(generalText(answers, 'Shop')).toBe('We can repair it […] at the workshop.');
  });

  it('replaces how a customer is addressed even if the contact is called otherwise', () => {
    const answers = [
      given('Joana, o horário é de segunda a sexta.', { contactName: '5511988887777' }),
      given('Bom dia Pedro, o horário é de segunda a sexta.', { contactName: 'PS' }),
    ];
    const text = generalText(answers, 'Loja') ?? '';
    expect(text).not.toMatch(/Joana|Pedro/);
    expect(text).toContain('{{contact.first_name}}');
  });

  it('is nothing when most of it belongs to single customers', () => {
    const answers = [
      given('Order 1111, on 3 March, to Rua Azul 12 for 250,00 €.'),
      given('Order 2222, on 9 April, to Rua Verde 48 for 310,00 €.'),
    ];
    expect(generalText(answers, 'Shop')).toBeNull();
  });
});

describe('the name of a proposal', () => {
  it('is a question in words that others used too', () => {
    const answers = [
      given('x', { question: 'Hi, I am Ana Prado, order 5512\nwhen are you open?' }),
      given('x', { question: 'when are you open on saturday' }),
      given('x', { question: 'hello! are you open, and when?' }),
    ];
    expect(nameFor(answers, 'We are open every day.')).toBe('When are you open?');
  });

  it('is the beginning of the text when the questions have nothing in common', () => {
    const answers = [given('x', { question: 'is it true?' }), given('x', { question: 'my uncle said so' })];
    const text = 'Hi {{contact.first_name}}, our workshop is open from Monday to Friday.';
    expect(nameFor(answers, text)).toBe('Our workshop is open from Monday to Friday');
  });
});
