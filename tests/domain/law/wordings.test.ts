/** The wordings word for word: those that the law or the contract fixes, their versions, and the header of a page. */
import { describe, expect, test } from 'bun:test';
import {
  adviceWaiver,
  declaredKeys,
  disclosureNotice,
  dutyOfDisclosure,
  formatShown,
  paragraphsOf,
  parseShown,
  unconfirmedWordings,
  type WordingKey,
  withdrawalSentence,
  wordings,
} from '#domain/law/wordings';
import { type IntermediaryStatus, placeholders } from '#domain/operator/operator';
import { createWordings } from '#server/wordings';

const keys = Object.keys(wordings) as WordingKey[];
const { all, hashes } = createWordings(placeholders);

describe('a wording', () => {
  test('that the contract fixes is exact', () => {
    expect(adviceWaiver.sentence).toBe(
      'Ich verzichte auf Beratung und Dokumentation. Mir ist bekannt, dass sich der Verzicht nachteilig auf meine Möglichkeit auswirken kann, Schadensersatz nach § 63 VVG geltend zu machen.',
    );
    expect(adviceWaiver.note).toBe(
      'Ohne Häkchen melden wir uns zur Beratung, bevor der Vertrag zustande kommt.',
    );
    expect(withdrawalSentence).toBe(
      'Hiermit widerrufe ich meine Vertragserklärung zur OP-Versicherung für Pferde.',
    );
    expect(dutyOfDisclosure.title).toBe('Wichtig: Ihre Anzeigepflicht');
  });

  test('names every consequence of VVG §§ 19 to 22 in the full notification', () => {
    const [title, ...paragraphs] = disclosureNotice;
    expect(title).toContain('§ 19 Abs. 5 VVG');
    expect(paragraphs.map((text) => text.split(':')[0])).toEqual([
      'Ihre Anzeigepflicht',
      'Rücktritt',
      'Kündigung',
      'Vertragsänderung',
      'Ausübung der Rechte',
      'Stellvertretung',
    ]);
  });

  test.each<[IntermediaryStatus, string]>([
    [
      'broker',
      'Wir vermitteln hier nur Verträge der Alten Hufe AG. Andere Versicherer haben wir nicht verglichen.',
    ],
    ['agent', 'Wir vermitteln hier nur Verträge der Alten Hufe AG.'],
    ['tied_agent', 'Wir vermitteln ausschließlich für die Alten Hufe AG.'],
  ])('on the choice of insurers is that of a %s', (status, text) => {
    const legal = { ...placeholders.legal, status };
    const insurer = { ...placeholders.insurer, name: 'Alten Hufe AG' };
    expect(wordings.selection.text({ ...placeholders, legal, insurer })).toBe(text);
  });

  test('contains the name of the creditor as it was at the time', () => {
    const creditor = { ...placeholders.creditor, name: 'Reitergenossenschaft eG' };
    const text = wordings.mandate.text({ ...placeholders, creditor });
    expect(text).toContain('Ich ermächtige die Reitergenossenschaft eG,');
    expect(createWordings({ ...placeholders, creditor }).hashes.mandate).not.toBe(hashes.mandate);
  });

  test('of the requirements has its list and the sentence that is declared', () => {
    const paragraphs = paragraphsOf(wordings.requirements.text(placeholders));
    expect(paragraphs[0]).toMatchObject({ text: 'Für Ihr Pferd gilt bei Antragstellung:' });
    expect(paragraphs[0]?.points).toHaveLength(6);
    expect(paragraphs.slice(1)).toEqual([{ text: expect.stringMatching(/^Ich bestätige, dass mein Pferd/) }]);
  });

  test('has its own text, so that a hash names one wording', () => {
    expect(new Set(all.map(({ sha256 }) => sha256)).size).toBe(keys.length);
  });

  /** Change the version with the text: `wordingsConfirmed` of the operator confirms versions. */
  const versions: Record<WordingKey, [version: string, sha256: string]> = {
    requirements: ['2026-11-20', 'fec995ad'],
    dataProcessing: ['2026-11-20', '7ed0070e'],
    mandate: ['2026-11-20', 'b34d31f0'],
    submission: ['2026-11-20', 'a54e7bd2'],
    adviceWaiver: ['2026-11-20', '17986bcd'],
    dutyOfDisclosure: ['2026-11-20', 'c59f1964'],
    disclosureNotice: ['2026-11-20', '2599336d'],
    selection: ['2026-11-29', '108ea244'],
    withdrawal: ['2026-11-20', '17fc87f8'],
    precheck: ['2026-11-27', '58c08145'],
    bill: ['2026-11-27', 'ac5b0cae'],
    insuranceTax: ['2026-11-27', '7e493d6e'],
    reminders: ['2026-11-20', 'e171f6fe'],
    offerReminder: ['2026-11-27', '9d8068c1'],
    calls: ['2026-11-20', 'c72aba99'],
  };

  test.each(keys)('changes only with its version: %s', (key) => {
    expect([wordings[key].version, hashes[key].slice(0, 8)]).toEqual(versions[key]);
  });
});

describe('a lawyer', () => {
  const inOrder = (a: WordingKey, b: WordingKey) => keys.indexOf(a) - keys.indexOf(b);
  const first: WordingKey[] = ['adviceWaiver', 'dutyOfDisclosure', 'disclosureNotice', 'withdrawal'];
  const later: WordingKey[] = ['selection', 'precheck', 'bill', 'insuranceTax'];

  test.each<[string, string | null, WordingKey[]]>([
    ['nothing', null, [...first, ...later].sort(inOrder)],
    ['the versions up to the day before', '2026-11-19', [...first, ...later].sort(inOrder)],
    ['the versions up to their day', '2026-11-20', later],
    ['the versions up to the last day but one', '2026-11-27', ['selection']],
    ['the versions up to the last day', '2026-11-29', []],
    ['the versions up to a later day', '2027-01-01', []],
  ])('has confirmed %s', (_, confirmed, open) => {
    expect(unconfirmedWordings(confirmed)).toEqual(open);
  });
});

describe('the header of a page', () => {
  const header = formatShown(hashes);
  const hash = 'a'.repeat(64);

  test('names what the page showed, and is read back', () => {
    const shown = (['dutyOfDisclosure', 'selection', ...declaredKeys] as const).map((key) => [
      key,
      hashes[key],
    ]);
    expect(Object.fromEntries(parseShown(header) ?? [])).toEqual(Object.fromEntries(shown));
    expect(header.length).toBeLessThan(600);
  });

  test.each([
    ['one wording', `submission=${hash}`, { submission: hash }],
    ['blanks', ` submission=${hash} , mandate=${hash}`, { submission: hash, mandate: hash }],
  ])('may have %s', (_, given, read) => {
    expect(Object.fromEntries(parseShown(given) ?? [])).toEqual(read);
  });

  test.each([
    ['nothing', ''],
    ['a word', 'viel'],
    ['only a hash', hash],
    ['no hash', 'submission='],
    ['a short hash', `submission=${hash.slice(1)}`],
    ['a long hash', `submission=${hash}a`],
    ['capitals', `submission=${hash.toUpperCase()}`],
    ['an unknown key', `consent=${hash}`],
    ['a wording that no page of the wizard shows', `withdrawal=${hash}`],
    ['a property of every object', `constructor=${hash}`],
    ['a key twice', `submission=${hash},submission=${hash}`],
    ['a comma at the end', `submission=${hash},`],
    ['another separator', `submission=${hash};mandate=${hash}`],
  ])('is malformed with %s', (_, given) => {
    expect(parseShown(given)).toBeNull();
  });
});
