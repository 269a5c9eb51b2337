/** Whether answers to a mail are read: what every mail to a visitor says of it. */
import { describe, expect, test } from 'bun:test';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import { exampleSite } from '#emails/render.tsx';
import { renderExample } from '#server/mails/kinds';

const unread = 'Antworten auf diese E-Mail werden nicht gelesen.';
const invited = 'Sie können auch einfach auf diese E-Mail antworten.';
describe.each(emailTypes)('%s', (kind) => {
  const says = (repliesRead: boolean, words: string) => {
    const { html, text } = renderExample(kind, { ...exampleSite, repliesRead });
    return [html, text].map((part) => part.replace(/\s+/g, ' ').includes(words));
  };

  test('says that nobody reads answers only if that is so', () => {
    const isToVisitor = mailKinds[kind].to === 'visitor';
    expect(says(false, unread)).toEqual([isToVisitor, isToVisitor]);
    expect(says(true, unread)).toEqual([false, false]);
  });

  test('invites to answer only if it asks something', () => {
    const isAsking = kind === 'case_inquiry';
    expect(says(true, invited)).toEqual([isAsking, isAsking]);
    expect(says(false, invited)).toEqual([false, false]);
  });
});
