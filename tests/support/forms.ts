/** Forms as a browser without JavaScript sends them. */
import type { TestApp } from './app';

/** From a page of ours, where the browser hides its origin. */
export const ownPage: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'null' };

export const postForm = (
  app: Pick<TestApp, 'ask'>,
  path: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = ownPage,
) =>
  app.ask('POST', path, {
    raw: new URLSearchParams(fields).toString(),
    type: 'application/x-www-form-urlencoded',
    headers,
  });
