import { expect, it } from 'vitest';
import { z } from 'zod';
import { oneOfTwo } from './one-of-two.ts';

const Schema = z.object({
  file: z
    .strictObject({ link: z.string().min(3).optional(), id: z.string().optional(), name: z.string() })
    .check(oneOfTwo('link', 'id', 'the address of the file, or `id`')),
});

const problemsOf = (file: unknown) =>
  (Schema.safeParse({ file }).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

it('accepts either field', () => {
  expect(problemsOf({ link: 'https://x', name: 'a' })).toEqual([]);
  expect(problemsOf({ id: '1', name: 'a' })).toEqual([]);
});

it('reports neither and both, beside the errors of other fields', () => {
  const required = ['file.link', 'is required: the address of the file, or `id`'];
  expect(problemsOf({ name: 'a' })).toEqual([required]);
  expect(problemsOf({ name: 1 })).toEqual([['file.name', expect.any(String)], required]);
  expect(problemsOf({ link: 'https://x', id: '1', name: 'a' })).toEqual([
    ['file.id', 'cannot be combined with link: leave one of them out'],
  ]);
  expect(problemsOf({ link: '', name: 'a' })).toEqual([['file.link', expect.any(String)]]);
});

it.each([undefined, null, 'text', 7])('leaves %s to the error of the object', (file) => {
  expect(problemsOf(file)).toEqual([['file', expect.any(String)]]);
});
