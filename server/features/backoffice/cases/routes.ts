/** Backoffice calls for cases. */
import { Optional } from 'typebox';
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
import { paged } from '#domain/lists';
import { api } from '#domain/urls';
import type { Context } from '../../../context';
import { staffRoutes } from '../../../http/access';
import { standard } from '../../../http/schema';
import { refusals } from '../../../refusal';
import { showList } from '../listings';
import { pageOf, pageQuery, readQuery } from '../paging';
import type { Read } from '../readings';
import { type CaseSaving, saveCase } from './change';

const query = pageQuery({
  q: optionalText(maximum.email),
  view: Optional(choice([...caseViews], 'Diese Ansicht gibt es nicht')),
});

const unknown = () => refusals.notFound(unknownCase);

export function caseRoutes(context: Context, read: Read) {
  const { db, today } = context;
  return staffRoutes(context, 'backoffice-cases')
    .get(api.cases, ({ request, staff }) => listCases(context, request, staff), { role: 'staff' })
    .get(
      api.caseCounts,
      ({ staff }): Promise<CaseCounts> => countCases(db, { userId: staff.id, today: today() }),
      { role: 'staff' },
    )
    .get(api.staff, (): Promise<StaffMember[]> => listStaff(db), { role: 'staff' })
    .get(
      api.case,
      async ({ id, staff }): Promise<Case> => {
        const find = () => findCase(db.read, id, today());
        const found = await read(staff, 'details_opened', find, (some) => (some ? [id] : []), id);
        if (!found) throw unknown();
        return found;
      },
      { role: 'staff', byId: true },
    )
    .patch(
      api.case,
      async ({ id, body, staff }) =>
        // the answer shows the person, also if nothing changes
        saved(
          await showList(
            context,
            staff,
            () => saveCase(context, id, body, staff),
            () => [id],
          ),
        ),
      { role: 'staff', byId: true, body: standard(() => caseChange) },
    );
}

async function listCases(context: Context, request: Request, viewer: Actor): Promise<CasePage> {
  const { view = 'open', q = '', ...page } = pageOf(readQuery(request, query));
  const asked = { ...page, view, userId: viewer.id, today: context.today() };
  const meanings = q === '' ? null : meaningsOf(q);
  const { cases, total } = await showList(
    context,
    viewer,
    () => readCases(context.db, { ...asked, meanings }),
    (found) => found.cases.map(({ applicationId }) => applicationId),
  );
  return { cases, ...paged(total, page) };
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
