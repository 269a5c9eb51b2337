/** Phone numbers and e-mail addresses as people write them, and the links for them. */
// ASVS 1.2.2
import { expect, test } from 'bun:test';
import { mailHref, phoneHref } from '#domain/hrefs';

test.each([
  // without a country code
  ['0341 9627 100', 'tel:03419627100'],
  ['(030) 23125 100', 'tel:03023125100'],
  ['030/23125 100', 'tel:03023125100'],
  ['030 / 23125-100', 'tel:03023125100'],
  ['030-23125-100', 'tel:03023125100'],
  ['030\u201323125\u2011100', 'tel:03023125100'],
  ['030.231.251.00', 'tel:03023125100'],
  ['(0)30 23125 100', 'tel:03023125100'],
  ['0 30 23125 100', 'tel:03023125100'],
  ['(0251) 4188/22', 'tel:0251418822'],
  ['030 23125 DW 100', 'tel:03023125100'],
  ['030 23125-0, Durchwahl 100', 'tel:03023125100'],
  ['030 23125 Durchwahl: 100', 'tel:03023125100'],
  ['110', 'tel:110'],
  // with a country code
  ['+49 (0)30 23125 100', 'tel:+493023125100'],
  ['+49 30 23125 100', 'tel:+493023125100'],
  ['+49(30)23125100', 'tel:+493023125100'],
  ['+49 (030) 23125 100', 'tel:+493023125100'],
  ['+49 030 23125 100', 'tel:+493023125100'],
  ['(+49) 30 23125 100', 'tel:+493023125100'],
  ['+ 49 30 23125 100', 'tel:+493023125100'],
  ['+49-(0)160-5550199', 'tel:+491605550199'],
  ['+49 (0)251 4188-22', 'tel:+49251418822'],
  ['0049 30 23125 100', 'tel:+493023125100'],
  ['0049 (0) 30 / 23125-100', 'tel:+493023125100'],
  ['00 49 30 23125 100', 'tel:+493023125100'],
  ['+43 1 5880 050', 'tel:+4315880050'],
  ['0043 (0)1 5880 050', 'tel:+4315880050'],
  // an Italian number keeps its zero
  ['+39 06 555 0100', 'tel:+39065550100'],
  ['+1 555.555.0100', 'tel:+15555550100'],
  // among words and punctuation
  ['Tel.: 030 23125 100', 'tel:03023125100'],
  ['030 23125 100 (abends)', 'tel:03023125100'],
  ['030 23125 100, App. 12', 'tel:03023125100'],
  ['030 23125 100 oder 0160 5550199', 'tel:03023125100'],
  ['030 23125 100 / 0160 5550199', 'tel:03023125100'],
  ['030 2312 / +49 160 5550199', 'tel:0302312'],
  ['030 23125-100/-200', 'tel:03023125100'],
  ['+49 [0] 30 23125 100', 'tel:+493023125100'],
  ['ab 18 Uhr 030 23125 100', 'tel:03023125100'],
  ['\u202a+49\u00a030\u00a023125\u00a0100\u202c', 'tel:+493023125100'],
  ['０３０ ２３１２５ １００', 'tel:03023125100'],
  // not a phone number
  ['', undefined],
  ['nur per E-Mail', undefined],
  ['12', undefined],
  ['+', undefined],
  ['()/-', undefined],
  ['1'.repeat(16), undefined],
  ['+12', undefined],
])('%p is dialled as %p', (written, link) => {
  expect(phoneHref(written)).toBe(link);
});

test.each([
  ['robin+pferd@post.example', 'mailto:robin+pferd@post.example'],
  ['a?subject=b&c@post.example', 'mailto:a%3Fsubject%3Db%26c@post.example'],
  ['a,b@post.example', 'mailto:a%2Cb@post.example'],
  ['jürgen@stall-müller.example', 'mailto:j%C3%BCrgen@stall-m%C3%BCller.example'],
  ["a.v'hoff@stal.example", "mailto:a.v'hoff@stal.example"],
])('a click on %p opens %p', (email, link) => {
  expect(mailHref(email)).toBe(link);
});
