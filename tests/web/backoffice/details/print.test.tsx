/** The sheet for the insurer. */
import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { ApplicationDetails } from '#domain/backoffice/applications';
import { consents, mandateText } from '#domain/consents';
import { setDocument } from '#tests/support/dom';
import { address, bare, id, whole } from './details-case';
import { detailsQuestion, show } from './details-screen';

const stage = setDocument();
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
});

describe('the sheet for the insurer', () => {
  const print = (details: ApplicationDetails) =>
    show(stage, `${address}/print`, { replies: { [detailsQuestion(id)]: { body: details } } });

  test('holds all five sets, the mandate and the consents', async () => {
    const { screen } = await print(whole);
    const text = (await screen.findByRole('article')).textContent ?? '';
    const wanted = [
      id,
      'Donna Clara',
      'Frau <i>Johanna</i> Sommer',
      'Premium-OP-Schutz',
      '12.922,20\u00a0€',
      '14193 Berlin',
      'DE89 3704 0044 0532 0130 00',
      'SF-0001',
      'DE98ZZZ09999999999',
      ...Object.values(consents),
      ...mandateText('Musterfirma Pferdeversicherung GmbH'),
    ];
    expect(wanted.filter((part) => !text.includes(part))).toEqual([]);
  });

  test('says what is missing, and declares nothing that was not declared', async () => {
    const { screen } = await print(bare);
    const text = (await screen.findByRole('article')).textContent ?? '';
    expect(text).toContain('Noch nicht eingereicht');
    expect(text).toContain('Keine SEPA-Daten verfügbar');
    expect(Object.values(consents).filter((consent) => text.includes(consent))).toEqual([]);
  });

  test('declares in the words of the wizard', async () => {
    const files = ['HorseStep', 'ContactStep', 'SepaStep', 'SummaryStep'].map((name) =>
      Bun.file(join(import.meta.dir, `../../../../web/wizard/steps/${name}.tsx`)).text(),
    );
    const source = plain((await Promise.all(files)).join(' '));
    const said = [...Object.values(consents), ...mandateText('{creditor.name}')].map(plain);
    expect(said.filter((sentence) => !source.includes(sentence))).toEqual([]);
  });
});

/** Words alone: without tags, expressions of blanks, and line ends. */
function plain(text: string): string {
  return text
    .replace(/\{' '\}|<\/?[a-z][^>]*>/g, '')
    .replace(/\{creditor\.name\}/g, 'NAME')
    .replace(/\s+/g, '');
}
