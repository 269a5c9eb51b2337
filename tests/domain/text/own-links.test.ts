import { describe, expect, test } from 'bun:test';
import { withoutOwnLinks } from '#domain/text/addresses';
import { api, href, pages } from '#domain/urls';

const token = 'Zk3_vQ8xLr-1TnB5yWc0HdMj7PgEaS2uXo9FiKtR4Ye';
const [head, tail] = [token.slice(0, 17), token.slice(17)];
const site = 'https://antrag.sattelfest.example';
const address = `${site}/status/${token}`;
const once = encodeURIComponent(address);

const paths = [...Object.values(pages), ...Object.values(api)].filter(
  (path) => typeof path === 'string' && path.includes(':token'),
) as '/status/:token'[];

test('of every kind is taken out', () => {
  expect(paths.length).toBeGreaterThan(15);
  const texts = paths.map((path) => withoutOwnLinks(`Siehe ${site}${href(path, { token })} da.`));
  expect(texts).toEqual(paths.map(() => 'Siehe [Link entfernt] da.'));
});

describe('a link of ours is taken out', () => {
  const out = '[Link entfernt]';
  test.each([
    ['at the end of a sentence', `Hier: ${address}.`, `Hier: ${out}.`],
    ['in brackets', `(${address})`, `(${out})`],
    ['in angle brackets', `Status <${address}> sehen`, `Status <${out}> sehen`],
    ['of Markdown', `[Stand](${address}) und **${address}**`, `[Stand](${out}) und **${out}**`],
    ['in escaped Markdown', `${site}/meine-daten/${token}`.replaceAll(/[-_]/g, '\\$&'), out],
    ['in HTML', `<a href="${address}?a=1&amp;b=2">Stand</a>`, `<a href="${out}">Stand</a>`],
    ['in JSON', JSON.stringify({ a: address, b: 'c' }), `{"a":"${out}","b":"c"}`],
    ['with escaped slashes', address.replaceAll('/', '\\/'), `https:\\/\\/antrag.sattelfest.example\\${out}`],
    ['in capitals', `HTTPS://ANTRAG.EXAMPLE/STATUS/${token}`, out],
    ['all in capitals', address.toUpperCase(), out],
    ['with a port', `http://localhost:3000/status/${token}`, out],
    ['of a domain with umlauts', `https://müller.example/status/${token}`, out],
    ['of a domain in Punycode', `https://xn--mller-kva.example/status/${token}`, out],
    ['without a scheme', `antrag.sattelfest.example/status/${token}`, out],
    ['without a host', `/status/${token}/answer`, out],
    ['with a path behind it', `${site}/angebot/${token}/angebot.pdf`, out],
    ['with a query and a fragment', `${address}?utm=1#oben, danke`, `${out}, danke`],
    ['of a scanner', `https://eur01.safelinks.example/?url=${once}&data=05%7C01&reserved=0`, out],
    ['of a scanner in HTML', `https://eur01.safelinks.example/?url=${once}&amp;data=05`, out],
    [
      'of a scanner, lower',
      `https://link.example/url?a=${once.toLowerCase().replace(token.toLowerCase(), token)}`,
      out,
    ],
    [
      'of a scanner that writes base64',
      `https://p.example/?d=x&u=${Buffer.from(address).toString('base64')}&i=a`,
      out,
    ],
    ['of two scanners', `https://a.example/?u=${encodeURIComponent(`https://b.example/?u=${once}`)}`, out],
    [
      'of a scanner that writes signs as hyphens',
      `https://u.example/v2/url?u=https-3A__antrag.example_vertrag-2Dwiderrufen_${token.replaceAll('-', '-2D').replaceAll('_', '-5F')}&d=DwM`,
      out,
    ],
    ['of a scanner that sets it between underscores', `https://u.example/v3/__${address}__;!!Abc!x$`, out],
    ['with a percent-encoded token', address.replaceAll('_', '%5F').replaceAll('-', '%2D'), out],
    ['with slashes as entities', `${site}&#x2F;status&#x2F;${token}`, out],
    ['in quoted-printable', `href=3D"${site}/status/${head}=\r\n${tail}" x`, `href=3D"${out}" x`],
    ['with encoded signs in quoted-printable', address.replaceAll('_', '=5F'), out],
    ['over two lines', `${site}/status/${head}\n${tail}\nViele Grüße`, `${out}\nViele Grüße`],
    ['behind a line end', `${site}/status/\n${token}\nViele Grüße`, `${out}\nViele Grüße`],
    ['in a quotation', `> ${site}/status/${head}\n> ${tail}\n> Grüße`, `> ${out}\n> Grüße`],
    ['with a blank in it', `${site}/status/${head} ${tail} sagt`, `${out} sagt`],
    ['with an invisible break in it', `${site}/status/${head}\u200b${tail}`, out],
    [
      'that is broken before its path',
      `https://antrag.exam=\nple/status/${token}`,
      `https://antrag.exam=\n${out}`,
    ],
    ['without its last letters', `${address.slice(0, -3)}…`, `${out}…`],
    ['twice', `${address} ${address}\n${address}`, `${out} ${out}\n${out}`],
    ['as its token alone', `Der Code ist ${token}.`, `Der Code ist ${out}.`],
    ['under another path', `https://r.example/x?y=${token}`, out],
  ])('%s', (_, text, expected) => {
    expect(withoutOwnLinks(text)).toBe(expected);
    expect(withoutOwnLinks(expected)).toBe(expected);
  });
});

test.each([
  '',
  'Der Status/Stand ist unklar, und ich warte seit 5 Tagen auf Ihre Antwort.',
  'Status/\nAnna Meier\nMusterweg 5\n04109 Leipzig\nTel. 0341 1234567\nPferd Sturm',
  'Angebot_Pferdeversicherung_Max-Mustermann_Sturm_2026-11-25.pdf',
  `${site}/angebot und ${site}/meine-daten und ${site}/status/vorschau`,
  `${site}/application/5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64`,
  `${site}/backoffice/applications/5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64`,
  '-'.repeat(43),
  '4711'.repeat(43),
  'donaudampfschifffahrtselektrizitaetenhauptx',
  'DE02 1203 0000 0000 2020 51',
  '0123456789abcdef'.repeat(4),
  'Referenz ref-5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64-10',
])('stays as it is: %p', (text) => {
  expect(withoutOwnLinks(text)).toBe(text);
});
