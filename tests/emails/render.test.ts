import { describe, expect, test } from 'bun:test';
import { emailTypes } from '#domain/mails/kinds';
import { placeholders } from '#domain/operator/operator';
import { renderExample } from '#server/mails/kinds';

const site = { publicUrl: 'https://www.sattelfest.example', operator: placeholders, repliesRead: false };

describe.each(emailTypes)('%s', (kind) => {
  const { subject, html, text } = renderExample(kind, site);

  test('is a German document without scripts, linked styles and foreign addresses', () => {
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('name="color-scheme" content="light dark"');
    expect(html).not.toMatch(/<script|<link|@import|url\(/);
    const hosts = [...html.matchAll(/(?:href|src)="https?:\/\/([^/"]+)/g)].map((match) => match[1]);
    expect(new Set(hosts)).toEqual(new Set(['www.sattelfest.example']));
  });

  // many mail programs load no pictures
  test('shows one picture of ours, the same to every reader, and is complete without it', async () => {
    const [picture = '', ...more] = html.match(/<img[^>]*>/g) ?? [];
    expect(more).toEqual([]);
    const file = picture.match(/src="https:\/\/www\.sattelfest\.example\/static\/([\w-]+\.png)"/)?.[1];
    expect(await Bun.file(`${import.meta.dir}/../../web/public/${file}`).exists()).toBe(true);
    expect(picture).toContain('alt="Ein Pferd, gezeichnet"');
    expect(picture).toMatch(/width="\d+" height="\d+"/);
    expect(text).not.toMatch(/gezeichnet|\.png/);
  });

  test('keeps its style sheet unescaped', () => {
    expect(html.slice(html.indexOf('<style>'), html.indexOf('</style>'))).not.toContain('&');
  });

  test('has a text part without markup and wide gaps', () => {
    expect(text).not.toMatch(/<[a-z]|&[a-z]+;|\n{4}|prefers-color-scheme/);
  });

  test('has headings and addresses in its text part as a reader writes them', () => {
    const headings = [...html.matchAll(/<h[1-3][^>]*>([^<&]+)</g)].map(([, heading = '']) => heading);
    expect(headings.filter((heading) => !text.includes(heading))).toEqual([]);
    expect(headings.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/\[https?:|tel:|(\S+@[\w.]+) \1/);
  });

  // some mail programs take the sign into the link, which then leads nowhere
  test('has no sign right behind a link in its text part', () => {
    expect(text.match(/https?:\S*[^\s\w/-](?=\s|$)/g)).toBeNull();
  });

  test('has a subject of one line, which is also the title of the document', () => {
    expect(subject).toMatch(/^\S.{10,78}$/u);
    expect(html).toContain(`<title>${subject}</title>`);
  });
});
