/** Johanna's entries in the callback form, and what is stored. */
import { callbackRequests } from '#db/schema/desk';
import { api } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { ownPage, postForm } from '#tests/support/forms';
import { rowsOf } from '#tests/support/stored';

export const wish = {
  name: 'Johanna Sommer',
  phone: '0341 9627 100',
  email: 'johanna.sommer@mail.example',
  preferredTime: 'Montag oder Mittwoch, 12 bis 13 Uhr',
  dataProcessingConsent: true,
};

export const sendJson = (app: TestApp, change: object = {}, query = '', headers = {}) =>
  app.ask('POST', `${api.callbackRequests}${query}`, { body: { ...wish, ...change }, headers });

export function postWish(app: TestApp, change: Record<string, string> = {}, query = '', headers = ownPage) {
  const fields = { ...wish, dataProcessingConsent: 'on', ...change };
  return postForm(app, `${api.callbackRequests}${query}`, fields, headers);
}

export const storedCallbacks = (app: TestApp) => rowsOf(app, callbackRequests);
