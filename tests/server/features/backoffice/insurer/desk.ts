/** Files of the insurer as a case handler uploads, matches and applies them. */
import { eq } from 'drizzle-orm';
import { cases } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { type CaseStatus, isDone } from '#domain/cases/statuses';
import { api, href } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { answerOf } from '#tests/support/people';
import type { openOffice, Staff } from '../staff';
import { readyIn } from './handovers/desk';

/** The answers about one line of a file, which is line 2. */
export const done = { changed: 1, skipped: [] };
export const left = (reason: unknown) => ({ changed: 0, skipped: [{ line: 2, reason }] });

const mapping = {
  reference: 'Antrag',
  policyNumber: 'Police',
  status: 'Stand',
  reason: 'Grund',
  date: 'Datum',
};
/** A completed application whose case has this status as if it had come to it by steps; returns its id. */
export async function caseIn(app: TestApp, status: CaseStatus): Promise<string> {
  const id = await readyIn(app, status);
  if (isDone(status)) {
    await app.db.write((tx) => tx.update(cases).set({ followUpOn: null }).where(eq(cases.applicationId, id)));
  }
  return id;
}

export type Cells = [reference: string, number?: string, status?: string, reason?: string, date?: string];

/** The first row is line 2. */
export function fileOf(rows: readonly Cells[], columns = Object.values(mapping)): string {
  return [columns, ...rows].map((cells) => cells.join(';')).join('\n');
}

/** The calls of Lukas; the office may be filled later. */
export function deskOf(office: Awaited<ReturnType<typeof openOffice>>) {
  type Given = { id?: string; name?: string; type?: string; by?: Staff };
  const upload = async (content: string | Uint8Array<ArrayBuffer>, given: Given = {}) => {
    const { id = crypto.randomUUID(), name = 'antworten.csv', type = 'text/csv', by = office.lukas } = given;
    const headers = { authorization: `Bearer ${by.token}` };
    const path = `${api.returns}?${new URLSearchParams({ id, name })}`;
    return await answerOf(await office.app.ask('POST', path, { raw: content, type, headers }));
  };
  const match = (id: string, meanings: object = mapping, by: Staff = office.lukas) =>
    by.ask('POST', href(api.matchReturn, { id }), { mapping: meanings });
  const apply = (id: string, lines: number[], notify = false, by: Staff = office.lukas, own?: string) =>
    by.ask('POST', href(api.applyReturn, { id }), { id: own, lines, notify });
  const matched = async (rows: readonly Cells[]) => {
    const { status, body } = await upload(fileOf(rows));
    if (status !== 201) throw new Error(`The file was not taken: ${status}`);
    const id = String(body.id);
    return { id, rows: (await match(id)).body.rows as Record<string, unknown>[] };
  };
  return {
    ...{ upload, match, apply },
    /** A new file with these rows, matched; returns its id and its lines. */
    matched,
    /** Applies lines of a new file with these rows; returns the answer. */
    applied: async (rows: readonly Cells[], lines = [2], notify = false) =>
      (await apply((await matched(rows)).id, lines, notify)).body,
    /** Completed applications whose cases are at the insurer. */
    atInsurer: (count = 1) =>
      Promise.all(Array.from({ length: count }, () => caseIn(office.app, 'transmitted'))),
    mailsOf: async (id: string) =>
      (await office.app.db.read.select().from(outbox).where(eq(outbox.applicationId, id)))
        .map(({ emailType }) => emailType)
        .filter((type) => type.startsWith('case_')),
    list: async (query = '') => (await office.lukas.ask('GET', `${api.returns}${query}`)).body,
    caseOf: async (applicationId: string) => {
      const [row] = await office.app.db.read
        .select()
        .from(cases)
        .where(eq(cases.applicationId, applicationId));
      if (!row) throw new Error('It has no case.');
      return row;
    },
    history: (id: string) => office.lukas.list(href(api.caseHistory, { id })),
  };
}
