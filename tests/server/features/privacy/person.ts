/** What a person does about their own data. */
import { expect } from 'bun:test';
import { api, href } from '#domain/urls';
import type { OwnData } from '#server/features/privacy/own-data';
import type { TestApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor } from '#tests/support/people';
import { rare } from '#tests/support/traces';

export const minute = 60_000;
export const form = (fields: Record<string, string> = {}) => ({
  raw: new URLSearchParams(fields).toString(),
  type: 'application/x-www-form-urlencoded',
  headers: { 'sec-fetch-site': 'same-origin' },
});

export const request = (app: TestApp, email: string) =>
  app.ask('POST', api.privacyRequests, { body: { email } });

export async function tokenFor(app: TestApp, email: string): Promise<string> {
  expect((await request(app, email)).status).toBe(202);
  return await tokenIn(app, 'privacy_link', 'meine-daten');
}

export const dataOf = async (app: TestApp, token: string) =>
  (await (await app.ask('POST', href(api.exportOwnData, { token }), { body: {} })).json()) as OwnData;
export const erase = (app: TestApp, token: string, body: unknown = {}) =>
  app.ask('POST', href(api.eraseOwnData, { token }), { body });

export async function filled(app: TestApp, person = rare, complete = false) {
  const visitor = createVisitor(app);
  await visitor.fill(person);
  if (complete) expect((await visitor.complete()).status).toBe(200);
  return visitor;
}

export const { email } = rare['contact-data'];
export const { birthDate } = rare['policyholder-info'];
export const callback = { name: 'Holunderblüte', phone: '030 5', email, dataProcessingConsent: true };
