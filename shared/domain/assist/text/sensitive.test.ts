import { describe, expect, it } from 'vitest';
import { findSensitive } from './sensitive.ts';

describe('findSensitive', () => {
  it.each([
    ['I want my money back', 'money'],
    ['Quero reembolso', 'money'],
    ['¿Me hacen un descuento?', 'money'],
    ['Vou abrir um boletim de ocorrência', 'legal'],
    ['My attorney writes to you', 'legal'],
    ['Isso faz mal para quem tem asma?', 'health'],
    ['Is it safe for my baby?', 'minors'],
    ['não quero mais viver, quero morrer', 'self_harm'],
  ])('%s', (text, topic) => {
    expect(findSensitive(text).map((found) => found.topic)).toEqual([topic]);
  });

  it.each([
    'What time do you open?',
    'Qual o valor do frete?',
    'O médio está disponível?',
    'Minority report',
  ])('finds nothing in: %s', (text) => {
    expect(findSensitive(text)).toEqual([]);
  });

  it('says where the word stands', () => {
    const [found] = findSensitive('Um desconto?');
    expect(found).toEqual({ topic: 'money', start: 3, end: 11 });
  });
});
