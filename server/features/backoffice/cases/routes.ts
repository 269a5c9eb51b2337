/** Backoffice calls for cases. */
import { Elysia } from 'elysia';
import { Object as ObjectType, Optional } from 'typebox';
import { findCase } from '#db/cases/find';
import { countCases, readCases } from '#db/cases/list';
import { listStaff } from '#db/staff/users';
import type { Actor } from '#domain/accounts/actors';
import {
  type Case,
  type CaseCounts,
  type CasePage,
  caseChange,
  caseViews,
  type StaffMember,
  staleSentence,
  unknownCase,
} from '#domain/cases/staff';
import { blockSentence } from '#domain/cases/statuses';
import { meaningsOf } from '#domain/cases/words';
import { choice, maximum, optionalText } from '#domain/fields';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffAccess } from '../../../http/access';
import { standard, uuidOf } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { showList } from '../listings';
import { pageFields, pageOf, readQuery } from '../paging';
import type { Read } from '../readings';
import { type CaseSaving, saveCase } from './change';

const query = ObjectType({
  ...pageFields,
  q: optionalText(maximum.email),
  view: Optional(choice([...caseViews], 'Diese Ansicht gibt es nicht')),
});

const unknown = () => refusals.notFound(unknownCase);

export function caseRoutes(context: Context, read: Read) {
  const { db, today } = context;
  return new Elysia({ name: 'backoffice-cases' })
    .use(staffAccess(context))
    .get(api.cases, ({ request, staff }) => listCases(context, request, staff), { role: 'staff' })
    .get(
      api.caseCounts,
      ({ staff }): Promise<CaseCounts> => countCases(db, { userId: staff.id, today: today() }),
      { role: 'staff' },
    )
    .get(api.staff, (): Promise<StaffMember[]> => listStaff(db), { role: 'staff' })
    .get(
      api.case,
      async ({ params, staff }): Promise<Case> => {
        const id = uuidOf(params.id);
        const find = () => findCase(db.read, id, today());
        const found = await read(staff, 'details_opened', find, (some) => (some ? [id] : []), id);
        if (!found) throw unknown();
        return found;
      },
      { role: 'staff' },
    )
    .patch(
      api.case,
      async ({ params, body, staff }) => {
        const id = uuidOf(params.id);
        // the answer shows the person, also if nothing changes
        return saved(
          await showList(
            context,
            staff,
            () => saveCase(context, id, body, staff),
            () => [id],
          ),
        );
      },
      { role: 'staff', body: standard(() => caseChange) },
    );
}

async function listCases(context: Context, request: Request, viewer: Actor): Promise<CasePage> {
  const { view = 'open', q = '', ...paging } = readQuery(request, query);
  const asked = { ...pageOf(paging), view, userId: viewer.id, today: context.today() };
  const meanings = q === '' ? null : meaningsOf(q);
  const { cases, total } = await showList(
    context,
    viewer,
    () => readCases(context.db, { ...asked, meanings }),
    (found) => found.cases.map(({ applicationId }) => applicationId),
  );
  return { cases, total, totalPages: Math.ceil(total / asked.pageSize) };
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
