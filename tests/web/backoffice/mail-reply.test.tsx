import { expect, test } from 'bun:test';
import { renderToStaticMarkup } from 'react-dom/server';
import { MailReply } from '#web/backoffice/progress.tsx';

test('an answer by mail is a badge with its text, and without one there is none', () => {
  const reply = { at: '2026-11-20T13:03:27.000Z', text: 'Bitte rufen Sie mich <b>morgen</b> an.' };
  const markup = renderToStaticMarkup(<MailReply reply={reply} />);
  expect(markup).toContain('Antwort per E-Mail');
  expect(markup).toContain('Bitte rufen Sie mich &lt;b&gt;morgen&lt;/b&gt; an.');
  expect(renderToStaticMarkup(<MailReply reply={null} />)).toBe('');
});
