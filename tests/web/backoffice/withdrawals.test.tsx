/** The list of withdrawals: columns, filter, assigning and closing, and the number in the sidebar. */
import { describe, expect, test } from 'bun:test';
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router';
import { eq } from 'drizzle-orm';
import { applications } from '#db/schema/applications';
import { withdrawals } from '#db/schema/law';
import { api, pages } from '#domain/urls';
import { completed, declare } from '#tests/server/features/withdrawals/declaration';
import { setDocument } from '#tests/support/dom';
import { hands, headingsOf, linesIn, mount, signedInAs } from './scripted-screen';
import { describedOf, entryOf, setOffice, show } from './staff-screen';

const stage = setDocument();
const openOffice = setOffice({ emptied: [withdrawals, applications] });
const { click, fill, press, succeeds } = hands(stage);

type Office = Awaited<ReturnType<typeof openOffice>>;
const address = pages.backofficeWithdrawals;

/** An office with these withdrawals, one second apart. */
async function open(changes: object[]) {
  const office = await openOffice();
  await withdraw(office, changes);
  return { office, ...(await show(stage, address)), closeElsewhere: (name: string) => closed(office, name) };
}

async function withdraw(office: Office, changes: object[]) {
  for (const change of changes) {
    office.clock.now += 1000;
    await declare(office, change);
  }
}

/** What a colleague does meanwhile. */
const closed = (office: Office, name: string) =>
  office.db.write((tx) =>
    tx
      .update(withdrawals)
      .set({ outcome: 'late', closedAt: office.clock.now })
      .where(eq(withdrawals.name, name)),
  );

const eve = { name: 'Eve Fremd', email: 'eve@fremd.example' };
test('the columns show what was declared, the match and the outcome, newest first', async () => {
  const { screen } = await open([{ ...eve, name: '<b>Eve</b>' }, { contract: 'K-77' }]);
  await screen.findByText('2 offen');
  const table = screen.getByRole('table');
  expect(headingsOf(table)).toEndWith('Eingegangen | Name | E-Mail | Angabe | Zuordnung | Ergebnis');
  const [johanna, other] = linesIn(table, 1);
  expect(johanna).toStartWith('20.11.2026, 10:00 | Johanna Sommer | johanna.sommer@mail.example | K-77 | ');
  expect(other).toMatch(/\| <b>Eve<\/b> \| eve@fremd\.example \| - \| Keine Zuordnung.* \| Offen/);
});

test('assigning links the application, and taking it away unlinks it', async () => {
  const office = await openOffice();
  const id = await completed(office);
  await withdraw(office, [eve]);
  const { screen } = await show(stage, address);
  await press('Zuordnen');
  expect(describedOf(await screen.findByRole('dialog', { name: 'Widerruf zuordnen' }))).toBe(
    'Von Eve Fremd.',
  );
  await fill(screen.getByLabelText('Antragsnummer'), ` ${id} `);
  await press('Speichern');
  const link = await screen.findByRole('link', { name: `${id.slice(0, 8)}...` });
  expect(link.getAttribute('href')).toBe(`/backoffice/applications/${id}`);
  await screen.findByText('Von Hand zugeordnet');
  await succeeds('Die Zuordnung wurde gespeichert.');
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Zuordnen');
  expect(entryOf(await screen.findByLabelText('Antragsnummer'))).toBe(id);
  await fill(screen.getByLabelText('Antragsnummer'), '');
  await press('Speichern');
  await screen.findByText('Zuordnung aufgehoben');
});

test('closing needs an outcome, and shows it with the note afterwards', async () => {
  const { screen } = await open([eve]);
  await press('Abschließen');
  const dialog = await screen.findByRole('dialog', { name: 'Widerruf abschließen' });
  expect(describedOf(dialog)).toBe('Von Eve Fremd. Danach lässt sich der Widerruf nicht mehr ändern.');
  const options = Array.from(screen.getByLabelText('Ergebnis').querySelectorAll('option'));
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Bitte wählen',
    'Wirksam',
    'Verspätet',
    'Nicht zuzuordnen',
    'Doppelt',
  ]);
  await press('Abschließen');
  await screen.findByText('Bitte wählen Sie ein Ergebnis');
  await fill(screen.getByLabelText('Ergebnis'), 'unmatched');
  await fill(screen.getByLabelText('Notiz (optional)'), 'Kein Antrag');
  await press('Abschließen');
  await screen.findByText('0 offen');
  await screen.findByText('Nicht zuzuordnen');
  await screen.findByText('Kein Antrag');
  await succeeds('Der Widerruf wurde abgeschlossen.');
  expect(screen.queryByRole('button', { name: 'Abschließen' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Zuordnen' })).toBeNull();
});

describe('closing several', () => {
  test('closes all that are selected with one outcome, and names those that somebody else has closed', async () => {
    const { screen, closeElsewhere } = await open([{ contract: 'K-1' }, eve, { contract: 'K-3' }]);
    await click(await screen.findByRole('checkbox', { name: 'Alle auswählen' }));
    const bar = stage.library.within(screen.getByRole('region', { name: 'Auswahl' }));
    bar.getByText('3 Widerrufe ausgewählt');
    await closeElsewhere(eve.name);
    await press('Ausgewählte abschließen');
    expect(describedOf(await screen.findByRole('dialog', { name: 'Widerrufe abschließen' }))).toContain(
      '3 Widerrufe ausgewählt.',
    );
    await fill(screen.getByLabelText('Ergebnis'), 'unmatched');
    await press('Abschließen');
    await succeeds('2 Widerrufe wurden abgeschlossen.');
    await screen.findByText('0 offen');
    await screen.findByText('1 Widerruf wurde ausgelassen');
    const reason = screen.getByText(/^: Dieser Widerruf ist bereits abgeschlossen/);
    expect(reason.parentElement?.textContent).toStartWith('Eve Fremd: ');
    expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  });

  test('is offered for open ones only', async () => {
    const { screen, closeElsewhere } = await open([{ contract: 'K-1' }, eve]);
    await click(await screen.findByRole('checkbox', { name: 'Eve Fremd auswählen' }));
    await closeElsewhere(eve.name);
    await press('Aktualisieren');
    await screen.findByText('1 offen');
    expect(screen.queryByRole('checkbox', { name: 'Eve Fremd auswählen' })).toBeNull();
    // what was closed meanwhile is selected no more
    expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
    await click(screen.getByRole('checkbox', { name: 'Alle auswählen' }));
    screen.getByText('1 Widerruf ausgewählt');
    expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
    await closeElsewhere('Johanna Sommer');
    await press('Aktualisieren');
    await screen.findByText('0 offen');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});

describe('the sidebar', () => {
  /** The list beside the sidebar. */
  async function showSidebar() {
    // Radix looks for the document when it is loaded, and only then
    const { Sidebar } = await import('#web/backoffice/BackofficeLayout.tsx');
    const { screen: list } = await import('#web/backoffice/withdrawals/WithdrawalsPage.tsx');
    const List = list.component;
    const root = createRootRoute({ component: Outlet });
    const page = createRoute({
      getParentRoute: () => root,
      path: address,
      validateSearch: list.search,
      component: () => (
        <>
          <Sidebar user={signedInAs('admin')} pathname={address} />
          <List />
        </>
      ),
    });
    return await mount(stage, address, root.addChildren([page]));
  }

  test('shows how many are open, by one query, and follows the list', async () => {
    const office = await openOffice();
    await withdraw(office, [eve, { contract: 'K-77' }]);
    const { screen } = await showSidebar();
    await screen.findByRole('link', { name: 'Widerrufe 2 offen' });
    const counting = office.calls.filter((call) => call === `GET ${api.staffWithdrawals}?pageSize=1`);
    expect(counting).toHaveLength(1);
    // the list may come after the number beside the link
    const [button] = await screen.findAllByRole('button', { name: 'Abschließen' });
    if (button) await click(button);
    await fill(await screen.findByLabelText('Ergebnis'), 'late');
    await press('Abschließen');
    await screen.findByRole('link', { name: 'Widerrufe 1 offen' });
  });

  test('shows no number while none is open', async () => {
    await openOffice();
    const { screen } = await showSidebar();
    await screen.findByText('Keine Widerrufe gefunden');
    expect(screen.getByRole('link', { name: 'Widerrufe' }).textContent).toBe('Widerrufe');
  });
});
