/** What a mail says, in HTML and in plain text: a mail program shows one of them. */
import { expect, test } from 'bun:test';
import { type Common, type Mail, type RenderedMail, renderMail } from '#emails/render.tsx';

export const site = 'https://www.sattelfest.example';

export const of = <Props extends Common>(mail: Mail<Props>, change: Partial<Props> = {}) =>
  renderMail(mail, { ...mail.example, ...change });

/** What stands in both parts, in one of them alone, and in neither; `subject` is the whole one. */
type Said = { subject?: string; both?: string[]; html?: string[]; text?: string[]; never?: RegExp };
export type Row = [title: string, mail: RenderedMail, said: Said];

export const testFacts = (rows: Row[]) =>
  test.each(rows)('%s', (_, { subject, html, text }, said) => {
    const words = text.replace(/[ \n]+/g, ' ');
    if (said.subject) expect(subject).toBe(said.subject);
    for (const fact of [...(said.both ?? []), ...(said.html ?? [])]) expect(html).toContain(fact);
    for (const fact of [...(said.both ?? []), ...(said.text ?? [])])
      expect(fact.includes('\n') ? text : words).toContain(fact);
    if (said.never) expect(subject + html + text).not.toMatch(said.never);
  });
