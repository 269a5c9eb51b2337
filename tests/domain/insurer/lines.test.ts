import { describe, expect, test } from 'bun:test';
import { changeBy, clashesIn, interpret } from '#domain/insurer/lines';

const lineOf = (status: string, number = '') =>
  interpret(
    { line: 2, cells: ['5a77e1fe', number, status] },
    { reference: 0, policyNumber: 1, status: 2 },
    '2026-11-20',
  );

describe('what a line changes', () => {
  test.each([
    ['policiert', 'VS-1', 'transmitted', { status: 'issued', policyNumber: 'VS-1' }],
    ['policiert', '', 'transmitted', { status: 'issued' }],
    // the number follows the contract, which is no step
    ['policiert', 'VS-1', 'issued', { policyNumber: 'VS-1' }],
    ['abgelehnt', '', 'declined', {}],
    ['rückfrage', '', 'transmitted', { status: 'in_review' }],
  ] as const)('%s with %p in %s', (status, number, from, change) => {
    expect(changeBy(lineOf(status, number), from)).toEqual({ ...change, reason: 'laut Versicherer' });
  });
});

describe('lines of the same file', () => {
  const line = (number: number, applicationId: string | null, policyNumber: string | null) => ({
    ...{ line: number, applicationId, policyNumber },
  });

  test('about the same application: the later ones are problems', () => {
    const lines = [line(2, 'a', 'VS-1'), line(3, 'b', 'VS-2'), line(5, 'a', null), line(7, 'a', 'VS-1')];
    expect([...clashesIn(lines)]).toEqual([
      [5, 'Um diesen Antrag geht es schon in Zeile 2.'],
      [7, 'Um diesen Antrag geht es schon in Zeile 2.'],
    ]);
  });

  test('with the same number about several applications are all problems', () => {
    const lines = [line(2, 'a', 'VS-1'), line(3, 'b', 'VS-1'), line(4, 'c', null), line(5, 'd', null)];
    expect([...clashesIn(lines)]).toEqual([
      [2, 'Dieselbe Versicherungsscheinnummer steht in Zeile 3, bei einem anderen Antrag.'],
      [3, 'Dieselbe Versicherungsscheinnummer steht in Zeile 2, bei einem anderen Antrag.'],
    ]);
  });

  test('about no application are nothing to one another', () => {
    expect(clashesIn([line(2, null, 'VS-1'), line(3, null, 'VS-1'), line(4, 'a', 'VS-1')]).size).toBe(0);
  });
});
