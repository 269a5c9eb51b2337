/** A handler on the telephone. */

import { eq } from 'drizzle-orm';
import { outbox } from '#db/schema/mails';
import { api, href, pages } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna } from '#tests/support/people';
import type { Staff } from '../staff';

const { requirementsConsent: _, ...horse } = johanna['horse-data'];
const { dataProcessingConsent: __, ...contact } = johanna['contact-data'];
const tariff = { tariffType: 'top', selfParticipation: 250, paymentFrequency: 'monthly' } as const;
export const dictated = { contact, horse, tariff };
export const state = (state: string) => `${api.preparations}?state=${state}`;

type Created = { id: string; applicationId: string; expiresAt: string };

export async function prepare(by: Staff, change: object = {}): Promise<Created> {
  const id = crypto.randomUUID();
  const { status, body } = await by.ask('POST', api.preparations, { id, ...dictated, ...change });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return { id, ...(body as Omit<Created, 'id'>) };
}

/** Asks for a callback, and returns its id. */
export async function askForCall(app: TestApp): Promise<string> {
  const body = { name: 'Johanna Sommer', phone: '0341 5', email: contact.email, dataProcessingConsent: true };
  return (await (await app.ask('POST', api.callbackRequests, { body })).json()).id;
}

/** The browser of the customer, who has opened the link of the newest invitation. */
export async function follow(app: TestApp, applicationId: string) {
  const token = await tokenIn(app, 'application_invitation', 'fortsetzen');
  const visitor = createVisitor(app, applicationId);
  const { status, headers } = await visitor.send('GET', href(pages.resume, { token }));
  if (status !== 303) throw new Error(`The link answered ${status}.`);
  return { ...visitor, token, location: headers.get('location') };
}

export const invitationsIn = ({ db }: TestApp) =>
  db.read.select().from(outbox).where(eq(outbox.emailType, 'application_invitation'));
