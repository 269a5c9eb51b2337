/** Head and foot of every PDF. */
import { expect, test } from 'bun:test';
import { documentTexts } from '#domain/documents';
import { placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { applicationPdf } from '#server/documents/drawer';
import { readPdf } from '#tests/support/pdf';

test('there is room for the longest operator', async () => {
  const operator = {
    ...placeholders,
    brand: { name: 'Wielandstallgemeinschaften-West', claim: 'Damit Kolik keine Geldfrage ist, für alle' },
    company: {
      ...placeholders.company,
      name: 'Linde & Sohn Versicherungsvermittlungsgesellschaft für Pferde und Reiter mit beschränkter Haftung',
      managingDirectors:
        'Eva Linde, Jan Linde, Karl-Friedrich von der Linde, Anne-Sophie van der Linde-Müller',
    },
  };
  const document = documentTexts({ operator, periods: usualPeriods }).anzeigepflicht;
  const { sheets } = await readPdf(await applicationPdf({ document, operator }));
  expect(sheets.length).toBeGreaterThan(1);
  for (const [index, { pieces }] of sheets.entries()) {
    const outside = pieces.filter((one) => one.x < 54 || one.x + one.width > 541 || one.y < 12);
    expect(outside).toEqual([]);
    const page = pieces.find((one) => one.text.startsWith(`Seite ${index + 1} von`));
    const beside = pieces.filter((one) => one !== page && Math.abs(one.y - (page?.y ?? 0)) < 5);
    expect(beside).not.toEqual([]);
    for (const one of beside) expect(one.x + one.width).toBeLessThan(page?.x ?? 0);
  }
  const band = sheets[0]?.pieces.filter((one) => one.y > 842 - 84) ?? [];
  expect(band.map(({ text }) => text).join(' ')).toContain('für alle');
});
