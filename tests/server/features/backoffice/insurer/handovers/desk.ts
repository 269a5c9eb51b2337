/** Files for the insurer as a case handler makes, reads and confirms them. */
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import type { CaseStatus } from '#domain/cases/statuses';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { type Applicant, johanna } from '#tests/support/people';
import type { openOffice, Staff } from '../../staff';

export const today = '2026-11-20';
export const file = (id: string) => href(api.handoverFile, { id });

/** The calls of Lukas; the office may be filled later. */
export function deskOf(office: Awaited<ReturnType<typeof openOffice>>) {
  const create = (applicationIds: string[], more: object = {}, staff: Staff = office.lukas) =>
    staff.ask('POST', api.handovers, { id: crypto.randomUUID(), applicationIds, format: 'csv', ...more });
  return {
    create,
    /** A new file of these applications. */
    made: async (applicationIds: string[], format = 'csv') => {
      const { body } = await create(applicationIds, { format });
      return { id: String(body.id), body };
    },
    read: async (id: string) => {
      const headers = { authorization: `Bearer ${office.lukas.token}` };
      const response = await office.app.ask('GET', file(id), { headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, headers: response.headers, bytes, text: bytes.toString('utf8') };
    },
    confirm: (id: string, body: object = { transmittedOn: today }) =>
      office.lukas.ask('POST', href(api.confirmHandover, { id }), body),
    list: async (query = '') => (await office.lukas.ask('GET', `${api.handovers}${query}`)).body,
  };
}

/** A completed application that nothing keeps from the insurer; returns its id. */
export async function ready(app: TestApp, person: Applicant = johanna): Promise<string> {
  const visitor = await filled(app, person);
  await app.ask('PUT', href(api.declarations, { id: visitor.id }), { body: { adviceWaiver: true } });
  const { status } = await visitor.complete();
  if (status !== 200) throw new Error(`The application was not completed: ${status}`);
  return visitor.id;
}

export const setStatus = (app: TestApp, id: string, status: CaseStatus) =>
  app.db.write((tx) => tx.update(cases).set({ status }).where(eq(cases.applicationId, id)));

/** The same, with a case in this status. */
export async function readyIn(app: TestApp, status: CaseStatus): Promise<string> {
  const id = await ready(app);
  await setStatus(app, id, status);
  return id;
}
