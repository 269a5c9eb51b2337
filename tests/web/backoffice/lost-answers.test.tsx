/**
 * What is sent from a dialog, stored by the server, and whose answer is lost: it is stored once, and nothing is silent.
 * Those of other dialogs: dialogs.test.tsx; that of a call is tried in a browser, because of its choices.
 */
import { expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { caseMessages, handovers } from '#db/schema/desk';
import { idTaken } from '#domain/fields';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { createVisitor, johanna } from '#tests/support/people';
import { hands } from './scripted-screen';
import { setOffice, showFramed } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ emptied: [handovers, applications] });
const { click, enter, isClosed, press, settled, toastIs } = hands(stage);
type Office = Awaited<ReturnType<typeof openOffice>>;
type Screen = Awaited<ReturnType<typeof showFramed>>['screen'];

/** Stores the next change, and loses its answer. */
function loseNext(office: Office) {
  office.instead = async (request) => {
    if (request.method === 'GET') return undefined;
    office.instead = () => undefined;
    await office.app.handle(request);
    throw new TypeError('Failed to fetch');
  };
}

const failed = () => toastIs({ title: 'Fehler' });
/** The answer to other words under the same id. */
const refused = async (screen: Screen) => await screen.findByText(idTaken);

async function complete(office: Office, adviceWaiver: boolean): Promise<string> {
  const visitor = createVisitor(office);
  await visitor.fill(johanna);
  await office.ask('PUT', href(api.declarations, { id: visitor.id }), { body: { adviceWaiver } });
  await visitor.complete();
  return visitor.id;
}

/** The details of an application that owes advice. */
const detailsOf = async (office: Office) => `/backoffice/applications/${await complete(office, false)}`;

test('a message of a step is refused with another text, and the stored step is taken over', async () => {
  const office = await openOffice();
  const { screen } = await showFramed(stage, await detailsOf(office));
  await enter({ Stand: 'inquiry' });
  await press('Speichern');
  await settled(() => expect(Reflect.get(screen.getByLabelText('Betreff'), 'value')).not.toBe(''));
  await enter({ Nachricht: 'eins' });
  loseNext(office);
  await press('Nachricht senden');
  await failed();
  await enter({ Nachricht: 'zwei' });
  await press('Nachricht senden');
  await refused(screen);
  await press('Stand laden');
  await isClosed();
  expect((await office.db.read.select().from(caseMessages)).map(({ body }) => body)).toEqual(['eins']);
  expect(screen.queryByText(/Noch nicht gespeichert/)).toBeNull();
  expect(Reflect.get(screen.getByLabelText('Stand'), 'value')).toBe('inquiry');
});

test('a hand-over whose selection was changed is refused first', async () => {
  const office = await openOffice();
  const ids = [await complete(office, true), await complete(office, true)];
  const { screen } = await showFramed(stage, '/backoffice/cases?view=all');
  const boxes = () => screen.findAllByRole('checkbox', { name: /Johanna Sommer/ });
  for (const box of await boxes()) await click(box);
  loseNext(office);
  await press('Übergabedatei erstellen');
  await failed();
  const [first] = await boxes();
  if (first) await click(first);
  await press('Übergabedatei erstellen');
  await refused(screen);
  await press('Stand laden');
  const counts = async () => (await office.db.read.select().from(handovers)).map(({ count }) => count);
  expect(await counts()).toEqual([ids.length]);
  await press('Übergabedatei erstellen');
  await screen.findByText(/Die Datei enthält einen Antrag/);
  expect(await counts()).toEqual([2, 1]);
});
