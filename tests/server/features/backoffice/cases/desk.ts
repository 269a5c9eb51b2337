/** An office with completed applications, and the calls about their cases. */

import { eq } from 'drizzle-orm';
import { caseEvents } from '#db/schema/desk';
import { nationwide } from '#domain/calendar/working-days';
import type { Case, CaseEvent } from '#domain/cases/staff';
import { type CaseStatus, followUpOf } from '#domain/cases/statuses';
import { api, href } from '#domain/urls';
import { completed } from '#tests/server/features/withdrawals/declaration';
import type { TestApp } from '#tests/support/app';
import { type Answer, type Applicant, johanna } from '#tests/support/people';
import { deedsOf, openOffice, type Staff, setApplication, setCase, setOffice } from '../staff';

export const today = '2026-11-20';

/** An office of its own for one test. */
export async function openDesk(options: Parameters<typeof openOffice>[0] = {}) {
  const office = await openOffice(options);
  return { ...office, ...deskOf(office) };
}

/** One office for all tests of a file that do not disturb one another. */
export function setDesk(options: Parameters<typeof setOffice>[0] = {}) {
  const office = setOffice(options);
  return Object.assign(office, deskOf(office));
}

function deskOf(office: { app: TestApp; lukas: Staff }) {
  const caseOf = async (id: string, by = office.lukas) =>
    (await by.ask('GET', href(api.case, { id }))).body as unknown as Case;
  return {
    /** A completed application that owes no advice; returns its id. */
    async open(person: Applicant = johanna, status: CaseStatus = 'new'): Promise<string> {
      const id = await completed(office.app, person);
      const followUpOn = followUpOf(status, { today, calendar: nationwide });
      await setApplication(office.app, id, { adviceOwed: false });
      await setCase(office.app, id, { status, followUpOn });
      return id;
    },
    complete: (person: Applicant) => completed(office.app, person),
    caseOf,
    set: (id: string, values: Parameters<typeof setCase>[2]) => setCase(office.app, id, values),
    setApplication: (id: string, values: Parameters<typeof setApplication>[2]) =>
      setApplication(office.app, id, values),
    note: (id: string, more: object = {}, by = office.lukas) =>
      by.ask('POST', href(api.caseNotes, { id }), { id: crypto.randomUUID(), text: 'Notiz', ...more }),
    /** Changes a case as it is now. */
    async change(id: string, change: object, by = office.lukas): Promise<Answer> {
      const { version } = await caseOf(id);
      return by.ask('PATCH', href(api.case, { id }), { version, ...change });
    },
    history: (id: string, by = office.lukas) => by.list<CaseEvent>(href(api.caseHistory, { id })),
    /** The events of a case as they are stored, oldest first. */
    events: (id: string) =>
      office.app.db.read
        .select()
        .from(caseEvents)
        .where(eq(caseEvents.applicationId, id))
        .orderBy(caseEvents.number),
    /** Who did what, without openings. */
    audited: async (id: string) =>
      (await deedsOf(office.app, id)).filter((deed) => !deed.endsWith('details_opened')),
  };
}
