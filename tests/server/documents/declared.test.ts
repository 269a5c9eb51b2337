/** The PDF prints what was declared, word for word, whatever the wordings are now. */
import { expect, test } from 'bun:test';
import {
  adviceWaiver,
  consents,
  mandateText,
  requirements,
  type WordingTexts,
  wordings,
} from '#domain/law/wordings';
import { placeholders } from '#domain/operator/operator';
import { applicationPdf } from '#server/documents/drawer';
import { readPdf } from '#tests/support/pdf';
import { johanna } from '#tests/support/people';
import { completed, without } from './support/a-copy';

const copy = completed(johanna);

const lettersOf = async (declared?: WordingTexts) =>
  (await readPdf(await applicationPdf({ ...copy, declared }))).letters;
const intro = without('Voraussetzungen für die Versicherung:');

test('declarations are printed as they were declared', async () => {
  const letters = await lettersOf({
    requirements: 'Damals galt:\n- ein Punkt\n- noch ein Punkt\nIch bestätige das.',
    dataProcessing: 'Ich stimme zu wie damals.',
    mandate: 'Ich ermächtige die Altfirma GmbH.\nIch erteile es.',
    submission: 'Ich sende ab wie damals.',
    adviceWaiver: adviceWaiver.sentence,
  });
  for (const text of [
    'Damals galt:ein Punkt noch ein Punkt„Ich bestätige das.“',
    '„Ich stimme zu wie damals.“',
    'Ich ermächtige die Altfirma GmbH.„Ich erteile es.“',
    `„Ich sende ab wie damals.“„${adviceWaiver.sentence}“`,
  ])
    expect(letters).toContain(without(text));
  const present = [...Object.values(consents), ...requirements, ...mandateText(placeholders.creditor.name)];
  expect(present.filter((text) => letters.includes(without(text)))).toEqual([]);
});

test('an application without a waiver does not print one', async () => {
  const { adviceWaiver: _, ...declared } = Object.fromEntries(
    Object.entries(wordings).map(([key, { text }]) => [key, text(placeholders)]),
  );
  const letters = await lettersOf(declared);
  expect(letters).not.toContain(without(adviceWaiver.sentence));
  expect(letters).toContain(without(`„${consents.submission}“`));
  expect(letters).toContain(without('Für Ihr Pferd gilt bei Antragstellung:'));
  expect(letters).not.toContain(intro);
});

test('an application without proofs is printed as before, byte for byte', async () => {
  const [before, empty] = [await applicationPdf(copy), await applicationPdf({ ...copy, declared: {} })];
  expect(Buffer.compare(before, empty)).toBe(0);
  const { letters } = await readPdf(before);
  for (const text of [intro, ...Object.values(consents).map((one) => `„${one}“`)])
    expect(letters).toContain(without(text));
});
