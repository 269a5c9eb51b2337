import { describe, expect, test } from 'bun:test';
import { emailTypes } from '#domain/mails';
import { renderExample } from '#server/mail/kinds';

describe.each(emailTypes)('%s', (kind) => {
  const { subject, html, text } = renderExample(kind, 'https://www.sattelfest.example');

  test('is a German document that needs no script, style or address of others', () => {
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).not.toMatch(/<script|<link|@import|url\(/);
    const hosts = [...html.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect(new Set(hosts)).toEqual(new Set(['www.sattelfest.example']));
  });

  // once no picture at all was allowed, for those who load none: now one is, if nothing is lost without it
  test('shows one picture of ours, the same to every reader, and is whole without it', async () => {
    const [picture = '', ...more] = html.match(/<img[^>]*>/g) ?? [];
    expect(more).toEqual([]);
    const file = picture.match(/src="https:\/\/www\.sattelfest\.example\/static\/([\w-]+\.png)"/)?.[1];
    expect(await Bun.file(`${import.meta.dir}/../../web/public/${file}`).exists()).toBe(true);
    expect(picture).toContain('alt="Ein Pferd, gezeichnet"');
    expect(picture).toMatch(/width="\d+" height="\d+"/);
    expect(text).not.toMatch(/gezeichnet|\.png/);
  });

  test('keeps its style sheet as it was written', () => {
    expect(html.slice(html.indexOf('<style>'), html.indexOf('</style>'))).not.toContain('&');
  });

  test('reads in plain text without markup or wide gaps', () => {
    expect(text).not.toMatch(/<[a-z]|&[a-z]+;|\n{4}|prefers-color-scheme/);
  });

  test('has one line as its subject, which is the title of the document too', () => {
    expect(subject).toMatch(/^\S.{10,78}$/u);
    expect(html).toContain(`<title>${subject}</title>`);
  });
});
