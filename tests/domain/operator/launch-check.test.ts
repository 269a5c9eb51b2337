/** The Startprüfung: which fact opens which item. */
import { describe, expect, test } from 'bun:test';
import { documentKinds } from '#domain/document-kinds';
import { unconfirmedWordings } from '#domain/law/wordings';
import {
  isOpen,
  type LaunchFacts,
  type LaunchItem,
  launchItems,
  openItemsText,
} from '#domain/operator/launch-check';
import { operatorOf, placeholders } from '#domain/operator/operator';
import { filled, filledFile } from '#tests/support/operator';

const mail = {
  domain: 'hufschutz.example',
  selector: 'sattelfest',
  records: { domain: true, spf: true, dkim: true, dmarc: true },
};
const none = { domain: false, spf: false, dkim: false, dmarc: false };
const done: LaunchFacts = {
  operator: filled,
  samples: [],
  untagged: false,
  wordingsConfirmed: true,
  mail,
  publicUrl: 'https://hufschutz.example',
  secondFactors: true,
  draftsProtected: true,
  exchange: true,
  fromInside: false,
};
const unnamed = { name: 'stats.example', provider: '', country: '', purpose: '' };
const named = { name: 'Matomo', provider: 'InnoCraft', country: 'Neuseeland', purpose: 'Zählen' };
const openKeysOf = (facts: Partial<LaunchFacts>) =>
  launchItems({ ...done, ...facts })
    .filter(({ ok }) => !ok)
    .map(({ key }) => key);
const without = (section: keyof typeof filledFile) => operatorOf({ ...filledFile, [section]: undefined });

test('nothing is open for an operator who has done everything', () => {
  expect(openKeysOf({})).toEqual([]);
});

test.each<[string, Partial<LaunchFacts>, string[]]>([
  ['no brand', { operator: without('brand') }, ['brand']],
  ['no company', { operator: without('company') }, ['company']],
  ['no insurer', { operator: without('insurer') }, ['insurer']],
  ['no creditor', { operator: without('creditor') }, ['creditor']],
  ['no legal facts', { operator: without('legal') }, ['legal']],
  [
    'one value of the company left',
    {
      operator: operatorOf({
        ...filledFile,
        company: { ...filledFile.company, vatId: placeholders.company.vatId },
      }),
    },
    ['company'],
  ],
  ['invented testimonials', { operator: without('testimonials') }, ['testimonials']],
  ['no testimonials', { operator: operatorOf({ ...filledFile, testimonials: [] }) }, []],
  ['a sample', { samples: ['avb'] }, ['document_avb']],
  ['two samples', { samples: ['anzeigepflicht', 'avb'] }, ['document_avb', 'document_anzeigepflicht']],
  ['unconfirmed wordings', { wordingsConfirmed: false }, ['wordings']],
  ['no mail server', { mail: null }, ['smtp']],
  [
    'no records',
    { mail: { ...mail, records: none } },
    ['mail_domain', 'mail_spf', 'mail_dkim', 'mail_dmarc'],
  ],
  ['a script that nobody has named', { operator: { ...filled, analytics: unnamed } }, ['analytics']],
  ['a script with a name', { operator: { ...filled, analytics: named } }, []],
  ['no policy', { mail: { ...mail, records: { ...mail.records, dmarc: false } } }, ['mail_dmarc']],
  ['an answer that did not come', { mail: { ...mail, records: { ...mail.records, spf: null } } }, []],
  ['no https', { publicUrl: 'http://hufschutz.example' }, ['public_url']],
  ['no address', { publicUrl: '' }, ['public_url']],
  ['no second factor', { secondFactors: false }, ['second_factor']],
  ['drafts for whoever has their address', { draftsProtected: false }, ['draft_access']],
  ['a drop folder with links', { exchange: false }, ['exchange']],
  ['no drop folder', { exchange: null }, []],
])('%s opens exactly its items', (_, facts, open) => {
  expect(openKeysOf(facts)).toEqual(open);
});

test('a site that was just installed has every item open, each with a German label', () => {
  const items = launchItems({
    operator: { ...placeholders, analytics: unnamed },
    samples: documentKinds,
    untagged: true,
    wordingsConfirmed: false,
    mail: null,
    publicUrl: 'http://localhost:3000',
    secondFactors: false,
    draftsProtected: false,
    exchange: false,
    fromInside: true,
  });
  // a hint, which shows on https only
  expect(items.filter(({ ok }) => ok)).toMatchObject([{ key: 'client_address' }]);
  expect(items).toHaveLength(16 + documentKinds.length - 1);
  expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  for (const { label } of items) expect(label).toMatch(/^[A-ZÄÖÜo].{15,}$/);
  expect(openItemsText(items)).toBe(`${items.length - 2} Punkte offen`);
  expect(openItemsText(items.slice(0, 1))).toBe('1 Punkt offen');
});

test('what nobody could say is marked, and nothing else is', () => {
  const records = { domain: null, spf: true, dkim: false, dmarc: true };
  const items = launchItems({ ...done, mail: { ...mail, records } });
  const of = (key: string) => items.find((item) => item.key === key);
  expect(of('mail_domain')).toMatchObject({ ok: true, unknown: true });
  expect(items.filter((item) => 'unknown' in item)).toHaveLength(1);
});

describe('a hint', () => {
  const shownTo = (facts: Partial<LaunchFacts>) =>
    launchItems({ ...done, ...facts }).find(({ key }) => key === 'client_address');
  const label = 'Besucher sind unterscheidbar';
  test.each<[string, Partial<LaunchFacts>, object]>([
    ['who comes from inside', { fromInside: true }, { ok: false, hint: true }],
    ['who comes from outside', { fromInside: false }, { ok: true }],
    ['who is beside a site without https', { fromInside: true, publicUrl: 'http://localhost' }, { ok: true }],
    ['a command', { fromInside: null }, { ok: true, unknown: true }],
    ['a command without https', { fromInside: null, publicUrl: '' }, { ok: true, unknown: true }],
  ])('is told to %s', (_, facts, item) => {
    expect(shownTo(facts)).toEqual({ key: 'client_address', label, ...item } as LaunchItem);
  });

  test.each<[boolean, object]>([
    [true, { ok: false, hint: true }],
    [false, { ok: true }],
  ])('says whether a document lacks tags: %p', (untagged, item) => {
    const label = 'Unterlagen für Screenreader ausgezeichnet';
    expect(launchItems({ ...done, untagged }).at(-1)).toEqual({
      key: 'document_access',
      label,
      ...item,
    } as LaunchItem);
  });

  test('is no open item', () => {
    const items = launchItems({ ...done, fromInside: true, untagged: true });
    expect(items.filter(isOpen)).toEqual([]);
    expect(openItemsText(items)).toBe('0 Punkte offen');
  });
});

describe('the wordings are confirmed', () => {
  test.each([
    [null, false],
    ['2020-01-01', false],
    ['2030-01-01', true],
  ])('by %p: %p', (day, expected) => {
    expect(unconfirmedWordings(day).length === 0).toBe(expected);
  });
});
