/** A browser that has opened the link to a draft. */
import { expect } from 'bun:test';
import { api, href, pages } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, type Visitor } from '#tests/support/people';

export async function opened(app: TestApp, { id }: Visitor, browser = createVisitor(app, id)) {
  await app.ask('POST', href(api.accessLink, { id }), { body: {} });
  const token = await tokenIn(app, 'access_link', 'fortsetzen');
  expect((await browser.send('GET', href(pages.resume, { token }))).status).toBe(303);
  return { browser, token };
}
