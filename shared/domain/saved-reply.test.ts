import { expect, it } from 'vitest';
import { fillVariables, firstName, hasOnlyVariables } from './saved-reply.ts';

const values = {
  'contact.name': 'Ana Souza',
  'contact.first_name': 'Ana',
  'agent.name': 'Leo',
  'workspace.name': 'Depot',
};

it('fills every variable in, with or without spaces in the braces', () => {
  expect(
    fillVariables('Hi {{contact.first_name}}, {{ agent.name }} of {{workspace.name}} here.', values),
  ).toEqual({
    text: 'Hi Ana, Leo of Depot here.',
    missing: [],
  });
});

it('leaves a blank for a missing value, and says which', () => {
  expect(fillVariables('Hi {{contact.name}}, {{contact.name}}!', { ...values, 'contact.name': ' ' })).toEqual(
    {
      text: 'Hi ___, ___!',
      missing: ['contact.name'],
    },
  );
});

it('does not fill in what a value contains', () => {
  const text = fillVariables('{{contact.name}}', { ...values, 'contact.name': '{{agent.name}}' }).text;
  expect(text).toBe('{{agent.name}}');
});

it.each([
  ['Hi {{contact.name}} {single}', true],
  ['{{ agent.name }}{{workspace.name}}', true],
  ['{{order}}', false],
  ['{{}}', false],
  ['Hi {{contact.name', false],
  ['Hi contact.name}}', false],
  ['{{{{contact.name}}}}', false],
  ['{{a{b}}', false],
  ['{{{contact.name}}}', true],
])('knows whether all braces are variables: %s', (text, expected) => {
  expect(hasOnlyVariables(text)).toBe(expected);
});

it('takes the first word of a name', () => {
  expect([firstName('  Ana  Souza'), firstName('')]).toEqual(['Ana', '']);
});
