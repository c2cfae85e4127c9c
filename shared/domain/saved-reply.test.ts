import { expect, it } from 'vitest';
import { fillVariables, firstName, unknownVariables } from './saved-reply.ts';

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

it('names unknown variables once', () => {
  expect(unknownVariables('{{contact.name}} {{order}} {{order}} {{}} {single}')).toEqual(['order', '']);
});

it('takes the first word of a name', () => {
  expect([firstName('  Ana  Souza'), firstName('')]).toEqual(['Ana', '']);
});
