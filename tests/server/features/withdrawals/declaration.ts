/** Johanna's withdrawal, as JSON and as a form, and what is stored. */
import { expect } from 'bun:test';
import { desc, sql } from 'drizzle-orm';
import { withdrawals } from '#db/schema/law';
import { api, pages } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { filled } from '#tests/support/applications';
import { ownPage, postForm } from '#tests/support/forms';
import { type Applicant, johanna } from '#tests/support/people';
import { mailsOf } from '#tests/support/stored';

export const declaration = { name: 'Johanna Sommer', email: johanna['contact-data'].email };

export const declare = (app: TestApp, change: object = {}, headers = {}) =>
  app.ask('POST', api.withdrawals, { body: { ...declaration, ...change }, headers });

export const postDeclaration = (app: TestApp, change: Record<string, string> = {}, headers = ownPage) =>
  postForm(app, api.withdrawals, { ...declaration, contract: '', ...change }, headers);

export const openForm = (app: TestApp, query = '') => app.ask('GET', pages.withdrawal + query);

/** Sends the form and returns the address of its confirmation. */
export async function confirmed(app: TestApp, change: Record<string, string> = {}): Promise<string> {
  const response = await postDeclaration(app, change);
  const location = response.headers.get('location');
  if (response.status !== 303 || !location) throw new Error(`The form was answered with ${response.status}`);
  return location;
}

/** Newest first. */
export const storedWithdrawals = (app: TestApp) =>
  app.db.read.select().from(withdrawals).orderBy(desc(withdrawals.receivedAt), desc(sql`rowid`));

/** Types of the mails about withdrawals in the queue, each with its number. */
export async function mailCounts(app: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { emailType } of await mailsOf(app)) {
    if (emailType.startsWith('withdrawal')) counts[emailType] = (counts[emailType] ?? 0) + 1;
  }
  return counts;
}

/** A completed application of this person; returns its id. */
export async function completed(app: TestApp, person: Applicant = johanna): Promise<string> {
  const visitor = await filled(app, person);
  const { status } = await visitor.complete();
  if (status !== 200) throw new Error(`The application was not completed: ${status}`);
  return visitor.id;
}

/** What every response about a withdrawal sends, so that its address stays where it is. */
export function expectSecretive({ headers }: Pick<Response, 'headers'>, caching = 'no-store') {
  expect(headers.get('cache-control')).toBe(caching);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-robots-tag')).toBe('noindex');
}
