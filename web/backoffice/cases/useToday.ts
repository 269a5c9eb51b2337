import { useMemo } from 'react';
import { calendarOf } from '#domain/calendar/working-days';
import type { Today } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { useOperator } from '../../operator';

/** Asked each time: the page may be open at midnight. */
export function useToday(): Today {
  const { state } = useOperator().company;
  const calendar = useMemo(() => calendarOf(state), [state]);
  return { today: berlinDay(new Date()), calendar };
}
