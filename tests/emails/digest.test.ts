import { expect, test } from 'bun:test';
import { digest } from '#emails/digest.tsx';
import { exampleSite, renderMail } from '#emails/render.tsx';

const day = { ...exampleSite, today: '2026-11-30' };
const at = (path: string) => `https://www.sattelfest.example/backoffice/${path}`;

test('the mail of the morning has each number as a link to its list, in HTML and text', () => {
  const { subject, html, text } = renderMail(digest, { ...day, due: 1, unassigned: 1, callbacks: 1234 });
  expect(subject).toBe('Ihr Tag am 30.11.2026');
  for (const [words, path] of [
    ['1 fälliger Vorgang', 'cases?view=due'],
    ['1 nicht zugewiesener Vorgang', 'cases?view=unassigned'],
    ['1.234 neue Rückrufe', 'callbacks'],
  ] as const) {
    expect(text).toMatch(new RegExp(`${words}\\s.*${path.replace('?', '\\?')}`));
    expect(html).toContain(`href="${at(path)}"`);
  }
  expect(html).toContain(at('account'));
});

test('it leaves out lists in which nothing waits', () => {
  const { html, text } = renderMail(digest, { ...day, due: 0, unassigned: 2, callbacks: 0 });
  expect(html).toContain('2 nicht zugewiesene Vorgänge');
  expect(text).not.toMatch(/fällig|Rückruf|\b0\b/);
});
