/** The PDFs of the documents that the product writes: their layout, their structure and their metadata. */
import { describe, expect, test } from 'bun:test';
import { documentKinds } from '#domain/document-kinds';
import { type DocumentText, documentTexts } from '#domain/documents';
import { type Operator, placeholders } from '#domain/operator/operator';
import { usualPeriods } from '#domain/retention/periods';
import { applicationPdf } from '#server/documents/drawer';
import { readPdf } from '#tests/support/pdf';
import { outside, without } from './support/a-copy';

const texts = documentTexts({ operator: placeholders, periods: usualPeriods });
const draw = (document: DocumentText, operator: Operator = placeholders) =>
  applicationPdf({ document, operator });

describe.each(documentKinds)('%s', (kind) => {
  const document = texts[kind];
  const drawn = draw(document);

  test('is tagged, in German, with its title', async () => {
    const source = Buffer.from(await drawn).toString('latin1');
    for (const part of ['/StructTreeRoot', '/Marked true', '/Lang (de-DE)', '/DisplayDocTitle true']) {
      expect(source).toContain(part);
    }
    expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(source).toStartWith('%PDF-1.7');
    expect((await drawn).length).toBeLessThan(150_000);
    const { sheets, info } = await readPdf(await drawn);
    expect(info).toMatchObject({ Title: document.title, Author: placeholders.company.name });
    expect(sheets.flatMap(({ pieces }) => pieces.filter(({ marked }) => !marked))).toEqual([]);
    const roles = sheets.flatMap((sheet) => sheet.roles);
    const count = (role: string) => roles.filter((one) => one === role).length;
    expect([count('H1'), count('H2')]).toEqual([1, document.topics.length]);
  });

  test('contains its whole text, inside the margins', async () => {
    const { letters, sheets } = await readPdf(await drawn);
    const blocks = document.topics.flatMap(({ heading, blocks }) => [heading, ...blocks]);
    const lines = blocks.flatMap((block) => {
      if (typeof block === 'string') return [block];
      return 'points' in block ? [...block.points] : [...block.lines];
    });
    for (const line of [document.title, ...document.intro, ...lines])
      expect(letters).toContain(without(line));
    for (const { pieces } of sheets) {
      expect(outside(pieces)).toEqual([]);
    }
    expect(sheets.length).toBeLessThanOrEqual(document.stamp ? 1 : 3);
    expect(letters.includes('MUSTER')).toBe(document.stamp !== undefined);
  });

  test('has the same bytes each time, and no date', async () => {
    expect(Buffer.compare(await drawn, await draw(document))).toBe(0);
    const source = Buffer.from(await drawn).toString('latin1');
    expect(source).not.toMatch(/CreationDate|ModDate|CreateDate|ModifyDate|D:\d{8}/);
  });
});

test('a company with an ampersand does not break the metadata', async () => {
  const name = 'Müller & Söhne <Pferde>';
  const bytes = await draw(texts.avb, { ...placeholders, company: { ...placeholders.company, name } });
  const xml = /<rdf:Seq>\s*<rdf:li>(.*)<\/rdf:li>/.exec(Buffer.from(bytes).toString())?.[1];
  expect(xml).toBe('Müller &amp; Söhne &lt;Pferde&gt;');
  expect((await readPdf(bytes)).info).toMatchObject({ Author: name });
});
