/** Whether answers to a mail are read: what the mails about an application say of it. */
import { describe, expect, test } from 'bun:test';
import { type EmailType, emailTypes } from '#domain/mails/kinds';
import { accessLink } from '#emails/access-link.tsx';
import { exampleSite, renderMail } from '#emails/render.tsx';
import { renderExample } from '#server/mail/kinds';

const unread = 'Antworten auf diese E-Mail werden nicht gelesen.';
const invited = 'Sie können auch einfach auf diese E-Mail antworten.';
const about: EmailType[] = [
  'completion',
  'policyholder_confirmation',
  'advice_record',
  'case_inquiry',
  'case_transmitted',
  'case_issued',
  'case_declined',
];

describe.each(emailTypes)('%s', (kind) => {
  const says = (repliesRead: boolean, words: string) => {
    const { html, text } = renderExample(kind, { ...exampleSite, repliesRead });
    return [html, text].map((part) => part.replace(/\s+/g, ' ').includes(words));
  };

  test('says that nobody reads answers only if that is so', () => {
    const isAbout = about.includes(kind);
    expect(says(false, unread)).toEqual([isAbout, isAbout]);
    expect(says(true, unread)).toEqual([false, false]);
  });

  test('invites to answer only if it asks something', () => {
    const isAsking = kind === 'case_inquiry';
    expect(says(true, invited)).toEqual([isAsking, isAsking]);
    expect(says(false, invited)).toEqual([false, false]);
  });
});

test.each([true, false])('the link to an application that is completed: %p', (completed) => {
  const { text } = renderMail(accessLink, { ...accessLink.example, completed, repliesRead: false });
  expect(text.includes(unread)).toBe(completed);
});
