import { expect, it } from 'vitest';
import type { Contact } from '../../../shared/contract/contacts.contract.ts';
import { readTemplateForm } from '../../../shared/domain/templates/template-form.ts';
import { loadPhoneRules } from '../../lib/format/format-phone.ts';
import { valuesOfContact } from './contact-values.ts';

await loadPhoneRules();

const contact = (over: Partial<Contact> = {}): Contact => ({
  id: 'ct_1',
  name: 'Nora Winter Falk',
  phone: '15550100871',
  email: 'nora@example.com',
  tags: [],
  status: 'cold',
  marketing: 'unknown',
  marketingAt: null,
  marketingSource: null,
  blocked: false,
  attributes: { order_no: '4711', vip: true },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...over,
});
const form = (text: string, parameterFormat = 'NAMED') =>
  readTemplateForm({ components: [{ type: 'BODY', text }], parameterFormat });

it('named variables get the names, email, phone and custom fields of the contact', () => {
  const named = form(
    '{{first_name}} {{last_name}} {{name}} {{email}} {{phone}} {{order_no}} {{vip}} {{day}}',
  );
  expect(valuesOfContact(named, contact())).toEqual({
    'body.first_name': 'Nora',
    'body.last_name': 'Winter Falk',
    'body.name': 'Nora Winter Falk',
    'body.email': 'nora@example.com',
    'body.phone': '+1 555 010 0871',
    'body.order_no': '4711',
  });
});

it('Portuguese names of variables are known, and a field of the workspace goes first', () => {
  const named = form('{{nome}} {{sobrenome}} {{telefone}}');
  expect(valuesOfContact(named, contact({ attributes: { telefone: '0800 1' } }))).toEqual({
    'body.nome': 'Nora Winter Falk',
    'body.sobrenome': 'Winter Falk',
    'body.telefone': '0800 1',
  });
});

it('a numbered variable is the first name after a greeting, and otherwise unknown', () => {
  const values = (text: string) => valuesOfContact(form(text, 'POSITIONAL'), contact());
  expect(values('Hi {{1}}, your order {{2}} has left.')).toEqual({ 'body.1': 'Nora' });
  expect(values('👋 Olá, {{1}}! Tudo bem?')).toEqual({ 'body.1': 'Nora' });
  expect(values('Back in stock: {{1}}.')).toEqual({});
  expect(values('This is {{1}}.')).toEqual({});
});

it('a contact without a name fills in nothing for it', () => {
  expect(valuesOfContact(form('Hi {{first_name}}'), contact({ name: ' ', attributes: {} }))).toEqual({});
});
