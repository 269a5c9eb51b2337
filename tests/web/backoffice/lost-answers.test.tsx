/**
 * What is sent from a dialog, stored by the server, and whose answer is lost: it is stored once, and nothing is silent.
 * The dialog of a call is tried in a browser (tests/browser/backoffice/lost-call.test.ts), because of its choices.
 */
import { describe, expect, test } from 'bun:test';
import { applications } from '#db/schema/applications';
import { caseEvents, caseMessages, handovers } from '#db/schema/desk';
import { adviceRecords } from '#db/schema/law';
import { idTaken } from '#domain/fields';
import { api, href } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { createVisitor, johanna } from '#tests/support/people';
import { hands, shownToast } from './scripted-screen';
import { setOffice, showFramed } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ emptied: [handovers, applications] });
const { click, fill } = hands(stage);
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

const press = async (screen: Screen, name: string) => click(await screen.findByRole('button', { name }));
const failed = () => stage.library.waitFor(() => expect(shownToast()).toMatchObject({ title: 'Fehler' }));
const closed = (screen: Screen) =>
  stage.library.waitFor(() => expect(screen.queryAllByRole('dialog').length).toBe(0));
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

type Kind = {
  name: string;
  opener: string;
  write: (screen: Screen, text: string) => Promise<void>;
  send: string;
  /** The texts that are stored. */
  stored: (office: Office) => Promise<(string | null)[]>;
  /** Whether there can be another one. */
  another: boolean;
};

const note: Kind = {
  name: 'a note',
  opener: 'Notiz hinzufügen',
  write: async (screen, text) => fill(screen.getByLabelText('Notiz'), text),
  send: 'Speichern',
  stored: async ({ db }) =>
    (await db.read.select().from(caseEvents)).filter(({ kind }) => kind === 'note').map(({ text }) => text),
  another: true,
};

const kinds: Kind[] = [
  note,
  {
    name: 'advice',
    opener: 'Beratung dokumentieren',
    write: async (screen, text) => {
      await fill(screen.getByLabelText('Wünsche und Bedürfnisse'), 'Kolik');
      await fill(screen.getByLabelText('Beratung und Empfehlung'), text);
    },
    send: 'Speichern und senden',
    stored: async ({ db }) => (await db.read.select().from(adviceRecords)).map(({ advice }) => advice),
    another: false,
  },
];

async function lose({ opener, write, send }: Kind, text: string) {
  const office = await openOffice();
  const { screen } = await showFramed(stage, await detailsOf(office));
  await press(screen, opener);
  const dialog = () => stage.library.within(screen.getByRole('dialog'));
  const submit = async (name = send) => click(await dialog().findByRole('button', { name }));
  await write(screen, text);
  loseNext(office);
  await submit();
  await failed();
  return { office, screen, submit, dialog };
}

describe.each(kinds)('$name', (kind) => {
  test('that is sent again as it was is stored once', async () => {
    const { office, screen, submit } = await lose(kind, 'eins');
    await submit();
    await closed(screen);
    expect(shownToast()).toMatchObject({ title: 'Erfolgreich' });
    expect(await kind.stored(office)).toEqual(['eins']);
  });

  test('that is sent again with another text is refused, and shows what is stored', async () => {
    const { office, screen, submit } = await lose(kind, 'eins');
    await kind.write(screen, 'zwei');
    await submit();
    await refused(screen);
    expect(await kind.stored(office)).toEqual(['eins']);
    await press(screen, 'Stand laden');
    await closed(screen);
    if (!kind.another) return expect(screen.queryByRole('button', { name: kind.opener })).toBeNull();
    await press(screen, kind.opener);
    expect(screen.queryByText(idTaken)).toBeNull();
    await submit();
    await closed(screen);
    expect(await kind.stored(office)).toEqual(['eins', 'zwei']);
  });
});

test('a note that is cancelled after that is another one the next time', async () => {
  const { office, screen, submit } = await lose(note, 'eins');
  await note.write(screen, 'zwei');
  await submit();
  await refused(screen);
  await press(screen, 'Abbrechen');
  await closed(screen);
  await press(screen, note.opener);
  await note.write(screen, 'drei');
  await submit();
  await closed(screen);
  expect(await note.stored(office)).toEqual(['eins', 'drei']);
});

test('a message of a step is refused with another text, and the stored step is taken over', async () => {
  const office = await openOffice();
  const { screen } = await showFramed(stage, await detailsOf(office));
  await fill(await screen.findByLabelText('Stand'), 'inquiry');
  await press(screen, 'Speichern');
  await stage.library.waitFor(() =>
    expect(Reflect.get(screen.getByLabelText('Betreff'), 'value')).not.toBe(''),
  );
  await fill(screen.getByLabelText('Nachricht'), 'eins');
  loseNext(office);
  await press(screen, 'Nachricht senden');
  await failed();
  await fill(screen.getByLabelText('Nachricht'), 'zwei');
  await press(screen, 'Nachricht senden');
  await refused(screen);
  await press(screen, 'Stand laden');
  await closed(screen);
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
  await press(screen, 'Übergabedatei erstellen');
  await failed();
  const [first] = await boxes();
  if (first) await click(first);
  await press(screen, 'Übergabedatei erstellen');
  await refused(screen);
  await press(screen, 'Stand laden');
  const counts = async () => (await office.db.read.select().from(handovers)).map(({ count }) => count);
  expect(await counts()).toEqual([ids.length]);
  await press(screen, 'Übergabedatei erstellen');
  await screen.findByText(/Die Datei enthält einen Antrag/);
  expect(await counts()).toEqual([2, 1]);
});
