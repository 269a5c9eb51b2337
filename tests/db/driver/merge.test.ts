import { expect, test } from 'bun:test';
import type { ResultSet } from '@libsql/client';
import { merge } from '#db/driver/group';
import type { Statement } from '#db/driver/queries';

const insert = 'insert into notes values (?, ?) returning id';
const span: [number, number] = [insert.indexOf('('), insert.indexOf(')') + 1];

/** Inserts a row that may be merged with others. */
function row(id: string, n: number): Statement {
  return { sql: insert, args: [id, n], row: { span, width: 2, key: id } };
}

const other = (text: string): Statement => ({ sql: text, args: [] });
const returned = (...rows: string[][]) => ({ rows }) as unknown as ResultSet;

test('rows for the same statement become one statement, and each write gets its own result', () => {
  const { statements, split } = merge([
    { about: 'a', statements: [row('a', 1), other('count a')] },
    { about: 'b', statements: [row('b', 2), other('count b')] },
    { about: 'c', statements: [row('c', 3)] },
  ]);
  expect(statements).toEqual([
    { sql: 'insert into notes values (?, ?), (?, ?), (?, ?) returning id', args: ['a', 1, 'b', 2, 'c', 3] },
    { sql: 'count a', args: [] },
    { sql: 'count b', args: [] },
  ]);
  // in any order, and without the row that was not stored
  const [counted, alsoCounted] = [returned(['1']), returned(['2'])];
  expect(split([returned(['c'], ['a']), counted, alsoCounted])).toEqual([
    [returned(['a']), counted],
    [returned(), alsoCounted],
    [returned(['c'])],
  ]);
});

test('writes about the same thing keep their order', () => {
  const { statements } = merge([
    { about: 'a', statements: [row('a', 1)] },
    { about: 'b', statements: [row('b', 2)] },
    { about: 'a', statements: [row('a', 3)] },
  ]);
  expect(statements.map(({ args }) => args)).toEqual([
    ['a', 1, 'b', 2],
    ['a', 3],
  ]);
});
