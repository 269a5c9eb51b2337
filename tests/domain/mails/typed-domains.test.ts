import { expect, test } from 'bun:test';
import { suggestionFor } from '#domain/mails/typed-domains';

test.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmal.com', 'gmail.com'],
  ['gmaill.com', 'gmail.com'],
  ['gnail.com', 'gmail.com'],
  ['ggmail.com', 'gmail.com'],
  ['gmäil.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.cmo', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmail.de', 'gmail.com'],
  ['gmial.de', 'gmail.com'],
  ['gmail.dee', 'gmail.com'],
  ['gmial.con', 'gmail.com'],
  ['googlmail.com', 'googlemail.com'],
  ['gogglemail.com', 'googlemail.com'],
  ['gxm.de', 'gmx.de'],
  ['mgx.de', 'gmx.de'],
  ['gmxx.net', 'gmx.net'],
  ['gmx.dee', 'gmx.de'],
  ['gmx.ed', 'gmx.de'],
  ['gmx.nett', 'gmx.net'],
  ['wbe.de', 'web.de'],
  ['webb.de', 'web.de'],
  ['web.dee', 'web.de'],
  ['web.con', 'web.de'],
  ['tonline.de', 't-online.de'],
  ['t-onlin.de', 't-online.de'],
  ['t-onlien.de', 't-online.de'],
  ['t.online.de', 't-online.de'],
  ['hotmial.de', 'hotmail.de'],
  ['hotmal.com', 'hotmail.com'],
  ['outlok.de', 'outlook.de'],
  ['outloook.com', 'outlook.com'],
  ['yaho.de', 'yahoo.de'],
  ['yahooo.de', 'yahoo.de'],
  ['icoud.com', 'icloud.com'],
  ['freent.de', 'freenet.de'],
  ['vodaphone.de', 'vodafone.de'],
  ['postoe.de', 'posteo.de'],
  ['reiterhof-sommer.con', 'reiterhof-sommer.com'],
  ['stall.dee', 'stall.de'],
])('%s is a slip for %s', (typed, meant) => {
  expect(suggestionFor(typed, true)).toBe(meant);
});

test.each([
  'gmail.com',
  'googlemail.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'web.de',
  'email.com',
  'mail.com',
  'email.de',
  'mail.de',
  'ymail.com',
  'online.de',
  // other providers
  'hotmail.be',
  'hotmail.fr',
  'live.se',
  'yahoo.co.uk',
  'outlook.fr',
  'web.com',
  'post.at',
  // companies
  'weg.de',
  'gmc.de',
  'gms.de',
  'wer.de',
  'love.de',
  'life.de',
  'main.de',
  'maik.de',
  'inline.de',
  'magnet.de',
  'outdoor.de',
  'e-online.de',
  'pferde.example',
  'sattelfest.example',
  'a.de',
  `${'a'.repeat(63)}.de`,
])('%s is not corrected', (domain) => {
  expect(suggestionFor(domain, true)).toBeNull();
  expect(suggestionFor(domain, null)).toBeNull();
});

test.each([
  ['gnx.de', 'gmx.de'],
  ['wev.de', 'web.de'],
  ['hmail.com', 'gmail.com'],
  ['hotmaul.cpm', 'hotmail.com'],
  ['outlukk.de', 'outlook.de'],
])('%s is one for %s only if it takes no mails', (typed, meant) => {
  expect(suggestionFor(typed, false)).toBe(meant);
  if (!typed.endsWith('cpm')) expect(suggestionFor(typed, true)).toBeNull();
});

test('a domain that takes no mails and is near to none is not corrected', () => {
  for (const domain of ['reiterhof.de', 'stall-sommer.com', 'hotmail.fr']) {
    expect([domain, suggestionFor(domain, false)]).toEqual([domain, null]);
  }
});
