import { describe, expect, test } from 'bun:test';
import { emailTypes } from '#domain/mails';
import { type MailKind, mails } from '#emails/registry';
import { mailSubject, renderMail } from '#emails/render';

const kinds = emailTypes.filter((type): type is MailKind => type in mails);

test('every entry of the registry is a kind of mail that the log knows', () => {
  expect(Object.keys(mails).sort()).toEqual([...kinds].sort());
});

describe.each(kinds)('%s', (kind) => {
  test('is a German document that needs no script, style or address of others', () => {
    const { html } = renderMail(kind, mails[kind].preview);
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).not.toMatch(/<script|<link|@import|url\(/);
    const hosts = [...html.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect(new Set(hosts)).toEqual(new Set(['www.sattelfest.example']));
  });

  // once no picture at all was allowed, for those who load none: now one is, if nothing is lost without it
  test('shows one picture of ours, the same to every reader, and is whole without it', async () => {
    const { html, text } = renderMail(kind, mails[kind].preview);
    const [picture = '', ...more] = html.match(/<img[^>]*>/g) ?? [];
    expect(more).toEqual([]);
    const file = picture.match(/src="https:\/\/www\.sattelfest\.example\/static\/([\w-]+\.png)"/)?.[1];
    expect(await Bun.file(`${import.meta.dir}/../../web/public/${file}`).exists()).toBe(true);
    expect(picture).toContain('alt="Ein Pferd, gezeichnet"');
    expect(picture).toMatch(/width="\d+" height="\d+"/);
    expect(text).not.toMatch(/gezeichnet|\.png/);
  });

  test('keeps its style sheet as it was written', () => {
    const { html } = renderMail(kind, mails[kind].preview);
    expect(html.slice(html.indexOf('<style>'), html.indexOf('</style>'))).not.toContain('&');
  });

  test('reads in plain text without markup or wide gaps', () => {
    const { text } = renderMail(kind, mails[kind].preview);
    expect(text).not.toMatch(/<[a-z]|&[a-z]+;|\n{4}|prefers-color-scheme/);
  });

  test('has one line as its subject, the same with and without its body', () => {
    const { subject } = renderMail(kind, mails[kind].preview);
    expect(subject).toBe(mailSubject(kind, mails[kind].preview));
    expect(subject).toMatch(/^\S.{10,78}$/u);
  });
});
