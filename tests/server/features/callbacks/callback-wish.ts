/** Johanna's entries in the callback form, and what is stored. */
import { callbackRequests } from '#db/schema/desk';
import { outbox } from '#db/schema/mails';
import { api } from '#domain/urls';
import type { TestApp } from '#tests/support/app';

export const wish = {
  name: 'Johanna Sommer',
  phone: '0341 9627 100',
  email: 'johanna.sommer@mail.example',
  preferredTime: 'Montag oder Mittwoch, 12 bis 13 Uhr',
  dataProcessingConsent: true,
};

export const sendJson = (app: TestApp, change: object = {}, query = '', headers = {}) =>
  app.ask('POST', `${api.callbackRequests}${query}`, { body: { ...wish, ...change }, headers });

const ownPage: Record<string, string> = { 'sec-fetch-site': 'same-origin' };

/** Posts the form as a browser without JavaScript does, from our own page by default. */
export function postForm(app: TestApp, change: Record<string, string> = {}, query = '', headers = ownPage) {
  const fields = { ...wish, dataProcessingConsent: 'on', ...change };
  return app.ask('POST', `${api.callbackRequests}${query}`, {
    raw: new URLSearchParams(fields).toString(),
    type: 'application/x-www-form-urlencoded',
    headers,
  });
}

export const storedCallbacks = (app: TestApp) => app.db.read.select().from(callbackRequests);
export const queuedMails = (app: TestApp) => app.db.read.select().from(outbox);
