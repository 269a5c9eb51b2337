/** Previews for developers: available in development and not in production. */
import { expect, test } from 'bun:test';
import { emailTypes } from '#domain/mails/kinds';
import { href, pages } from '#domain/urls';
import { startApp } from '#tests/support/app';

test('every type of mail has a preview', async () => {
  const { ask } = await startApp();
  const all = await ask('GET', pages.mailPreview);
  expect(all.headers.get('content-security-policy')).toContain("frame-src 'self'");
  const page = await all.text();
  for (const kind of emailTypes) {
    expect(page).toContain(`src="${href(pages.mailPreviewOf, { kind })}"`);
    const mail = await ask('GET', href(pages.mailPreviewOf, { kind }));
    expect(mail.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(mail.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    expect(await mail.text()).toContain('<!doctype html>');
  }
  expect((await ask('GET', href(pages.mailPreviewOf, { kind: 'nonsense' }))).status).toBe(404);
});

// ASVS 13.4.2, 15.2.3
test('production has no previews', async () => {
  const { ask } = await startApp({ env: { NODE_ENV: 'production' } });
  for (const path of [pages.mailPreview, '/dev/components'])
    expect((await ask('GET', path)).status).toBe(404);
});
