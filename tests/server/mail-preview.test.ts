/** The page that shows all mails: there in development, not there in production. */
import { expect, test } from 'bun:test';
import { emailTypes } from '../../domain/email';
import { pages } from '../../domain/urls';
import { startApp } from '../support/app';

test('every kind of mail can be looked at, with its text part', async () => {
  const { ask } = await startApp();
  const page = await (await ask('GET', pages.mailPreview)).text();
  for (const kind of emailTypes) {
    expect(page).toContain(`src="${pages.mailPreviewOf(kind)}"`);
    const mail = await ask('GET', pages.mailPreviewOf(kind));
    expect(mail.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(mail.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await mail.text()).toContain('<!doctype html>');
  }
  expect((await ask('GET', pages.mailPreviewOf('nonsense'))).status).toBe(404);
});

test('it is not there in production', async () => {
  const { ask } = await startApp({ env: { NODE_ENV: 'production' } });
  expect((await ask('GET', pages.mailPreview)).status).toBe(404);
});
