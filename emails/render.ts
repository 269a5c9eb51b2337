import { toPlainText } from '@react-email/render';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type MailKind, type MailProps, mails } from './registry';

export type RenderedMail = { subject: string; html: string; text: string };

/** Writes a mail as subject, HTML and plain text. */
export function renderMail<Kind extends MailKind>(kind: Kind, props: MailProps[Kind]): RenderedMail {
  const markup = renderToStaticMarkup(createElement(mails[kind].component, props));
  return { subject: mailSubject(kind, props), html: `<!doctype html>${markup}`, text: plainText(markup) };
}

/** The subject alone: one line without control characters, for the row that queues the mail. */
export function mailSubject<Kind extends MailKind>(kind: Kind, props: MailProps[Kind]): string {
  return mails[kind]
    .subject(props)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function plainText(html: string): string {
  return toPlainText(html, { selectors }).replace(/\n{4,}/g, '\n\n\n');
}

// facts as `Label: value` on a line of their own, where the default would put two lines and a gap
const selectors = [
  { selector: 'tr.fact', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
  { selector: 'tr.fact > th', format: 'inlineSurround', options: { suffix: ': ' } },
  { selector: 'tr.fact > td', format: 'inline' },
  { selector: 'a[href^="tel:"]', format: 'anchor', options: { ignoreHref: true } },
  ...['h1', 'h2'].map((selector) => ({ selector, format: 'heading', options: { uppercase: false } })),
];
