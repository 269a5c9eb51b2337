/** Backoffice calls for cases. */
import { Elysia } from 'elysia';
import { Object as ObjectType, Optional } from 'typebox';
import { findCase } from '#db/cases/find';
import { countCases, readCases } from '#db/cases/list';
import { listStaff } from '#db/staff/users';
import {
  type Case,
  type CaseCounts,
  type CasePage,
  caseChange,
  caseViews,
  type StaffMember,
  staleSentence,
  unknownCase,
} from '#domain/backoffice/cases';
import { blockSentence } from '#domain/cases/statuses';
import { meaningsOf } from '#domain/cases/words';
import { choice, maximum, optionalText } from '#domain/fields';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { refusals } from '../../../http/refusal';
import { standard, uuidOf } from '../../../http/schema';
import { pageFields, pageOf, readQuery } from '../paging';
import { type CaseSaving, saveCase } from './change';

const query = ObjectType({
  ...pageFields,
  q: optionalText(maximum.email),
  view: Optional(choice([...caseViews], 'Diese Ansicht gibt es nicht')),
});

const unknown = () => refusals.notFound(unknownCase);

export function caseRoutes(context: Context) {
  const { db, today } = context;
  return new Elysia({ name: 'backoffice-cases' })
    .use(staffAccess(context))
    .get(
      api.cases,
      async ({ request, staff }) => {
        const { view = 'open', q = '', ...paging } = readQuery(request, query);
        const page = pageOf(paging);
        const viewer = { userId: staff.id, today: today() };
        const meanings = q === '' ? null : meaningsOf(q);
        const { cases, total } = await readCases(db, { ...page, ...viewer, view, meanings });
        return { cases, total, totalPages: Math.ceil(total / page.pageSize) } satisfies CasePage;
      },
      { role: 'staff' },
    )
    .get(
      api.caseCounts,
      ({ staff }): Promise<CaseCounts> => countCases(db, { userId: staff.id, today: today() }),
      { role: 'staff' },
    )
    .get(api.staff, (): Promise<StaffMember[]> => listStaff(db), { role: 'staff' })
    .get(
      api.case,
      async ({ params }): Promise<Case> => {
        const found = await findCase(db.read, uuidOf(params.id), today());
        if (!found) throw unknown();
        return found;
      },
      { role: 'staff' },
    )
    .patch(
      api.case,
      async ({ params, body, staff }) => saved(await saveCase(context, uuidOf(params.id), body, staff)),
      { role: 'staff', body: standard(() => caseChange) },
    );
}

/** The changed case; every other outcome is thrown as a refusal. */
function saved(saving: CaseSaving): Case {
  switch (saving.kind) {
    case 'saved':
      return saving.case;
    case 'unknown':
      throw unknown();
    case 'stale':
      throw refusals.stale(staleSentence(saving.username), saving.current);
    case 'blocked':
      throw refusals.conflict(blockSentence(saving.block, saving.from, saving.to));
    case 'invalid':
      throw refusals.invalid([{ path: saving.field, message: saving.message }]);
    case 'wrong':
      throw refusals.invalid(saving.errors);
    case 'different':
      throw refusals.idTaken();
  }
}
