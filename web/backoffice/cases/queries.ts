/** What several screens ask about cases. Colleagues change them at any time, so each screen asks again. */

import { useMemo } from 'react';
import type { ApplicationDetails } from '#domain/applications/staff';
import { calendarOf } from '#domain/calendar/working-days';
import type { Case, CaseCounts, StaffMember } from '#domain/cases/staff';
import type { Today } from '#domain/cases/statuses';
import { berlinDay } from '#domain/dates';
import { api, href } from '#domain/urls';
import { useOperator } from '../../operator';
import type { Option } from '../../ui/fields';
import { changing, queryOf, useLoaded } from '../calls';

export const detailsQuery = (id: string) => queryOf<ApplicationDetails>(href(api.details, { id }));

export const useCaseCounts = () => useLoaded<CaseCounts>(api.caseCounts, changing).data;

const nobody: Option = { value: '', label: 'Nicht zugewiesen' };

/** The team to choose from. `assignee` is among it even while the team is not loaded. */
export function useStaffOptions(assignee: Case['assignee'] = null): Option[] {
  const { data: staff = [] } = useLoaded<StaffMember[]>(api.staff);
  const known = assignee && !staff.some(({ id }) => id === assignee.id) ? [assignee, ...staff] : staff;
  return [nobody, ...known.map(({ id, username }) => ({ value: id, label: username }))];
}

/** Asked each time: the page may be open at midnight. */
export function useToday(): Today {
  const { state } = useOperator().company;
  const calendar = useMemo(() => calendarOf(state), [state]);
  return { today: berlinDay(new Date()), calendar };
}
