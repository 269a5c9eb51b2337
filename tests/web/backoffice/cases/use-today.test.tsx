import { expect, test } from 'bun:test';
import { operatorOf, pageOperator } from '#domain/operator/operator';
import { setDocument } from '#tests/support/dom';
import { useToday } from '#web/backoffice/cases/desk.tsx';
import { OperatorContext } from '#web/operator.tsx';

const stage = setDocument();

test.each([
  ['SN', false],
  ['NW', true],
  ['', true],
])('an operator in "%s" works on 18 November 2026: %p', (state, works) => {
  const operator = pageOperator(operatorOf({ company: { state } }));
  const { result } = stage.library.renderHook(useToday, {
    wrapper: ({ children }) => <OperatorContext value={operator}>{children}</OperatorContext>,
  });
  expect(result.current.calendar.isWorkingDay('2026-11-18')).toBe(works);
});
