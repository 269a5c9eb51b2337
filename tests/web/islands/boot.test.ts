/** The islands of the landing page as its script starts them. */
import { expect, test } from 'bun:test';
import { pages } from '#domain/urls';
import { setApp } from '#tests/support/app';
import { setDocument } from '#tests/support/dom';
import { visit } from '#tests/web/site/visit';

const stage = setDocument();
const app = setApp();

// as some assistive programs make it: without a look, a tap or the focus
test('the first choice starts the calculator, whose prices and links follow each choice and the source', async () => {
  const { screen, enter } = await visit(stage, app, `/?source=${encodeURIComponent('Messe München')}`);
  const table = () => document.querySelector('#tariffs table')?.textContent?.replaceAll('\u00a0', ' ');
  const button = () => screen.queryByRole('button', { name: 'Beiträge berechnen' });
  expect(table()).toContain('69,52 €');
  expect(button()).not.toBeNull();
  await enter('Selbstbeteiligung', '500');
  await stage.library.waitFor(() => expect(table()).toContain('60,49 €'));
  expect(button()).toBeNull();
  await enter('Zahlweise', 'annual');
  expect(table()).toContain('58,07 €');
  const born = String(new Date().getFullYear() - 20);
  await enter('Geburtsjahr des Pferdes', born);
  expect(table()).toContain('69,69 €');
  screen.getByText('Mit Alterszuschlag: Ihr Pferd ist 12 Jahre oder älter.');
  const chosen = 'tariff=premium&deductible=500&frequency=annual';
  const linked = (name: RegExp) => screen.getAllByRole('link', { name })[0]?.getAttribute('href');
  expect(linked(/Jetzt berechnen.*Premium/)).toBe(`${pages.calculator}?${chosen}&source=Messe+M%C3%BCnchen`);
  expect(linked(/Angebot per E-Mail.*Premium/)).toBe(
    `${pages.offer}?${chosen}&source=Messe+M%C3%BCnchen&birthYear=${born}`,
  );
});
