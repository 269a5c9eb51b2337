/** The list of withdrawals: columns, assigning, closing one or several, and the number in the sidebar. */
import { expect, test } from 'bun:test';
import type { Withdrawal } from '#domain/law/staff-withdrawals';
import { withdrawalOutcomes } from '#domain/law/withdrawals';
import { api, href, pages } from '#domain/urls';
import { setDocument } from '#tests/support/dom';
import { withdrawal as eve } from './listed';
import { hands, headingsOf, linesIn, optionsOf, type Replies, sentTo, show } from './scripted-screen';
import { describedOf, entryOf } from './staff-screen';

const stage = setDocument();
const { click, enter, press, settled, succeeds, usable, hrefOf } = hands(stage);
const list = `GET ${api.staffWithdrawals}`;
const applicationId = '0f8fad5b-d9cb-469f-a165-70867728950e';
const johanna: Withdrawal = { ...eve, id: 'j', name: 'Johanna Sommer', match: 'exact', applicationId };
const late: Withdrawal = { ...eve, id: 'l', name: 'Lena', outcome: 'late', closedAt: eve.receivedAt };
const closed: Withdrawal = { ...late, outcome: 'unmatched', note: 'Kein Antrag' };

const pageOf = (withdrawals: Withdrawal[]) => {
  const open = withdrawals.filter(({ outcome }) => outcome === null).length;
  return { body: { withdrawals, total: withdrawals.length, totalPages: 1, open } };
};
async function open(withdrawals: Withdrawal[], more: Replies = {}, framed = false) {
  const replies = { [list]: pageOf(withdrawals), ...more };
  const shown = await show(stage, pages.backofficeWithdrawals, { replies, framed });
  const becomes = (now: Withdrawal[]) => {
    shown.replies[list] = pageOf(now);
  };
  const box = (name: string) => shown.screen.findByRole('checkbox', { name });
  return { ...shown, becomes, box };
}

test('the columns show what was declared, the match and the outcome', async () => {
  const { screen } = await open([eve, johanna, closed]);
  await screen.findByText('2 offen');
  const table = screen.getByRole('table');
  expect(headingsOf(table)).toEndWith('Eingegangen | Name | E-Mail | Angabe | Zuordnung | Ergebnis');
  const [first, second, third] = linesIn(table, 1);
  expect(first).toStartWith('20.11.2026, 10:00 | Eve Fremd | eve@fremd.example | K-77 | Keine Zuordnung');
  expect(first).toContain('| Offen');
  expect(second).toContain('0f8fad5b...');
  expect(third).toContain('Nicht zuzuordnen20.11.2026, 10:00Kein Antrag');
  expect(await hrefOf('0f8fad5b...')).toBe(`/backoffice/applications/${applicationId}`);
  for (const name of ['Abschließen', 'Zuordnen'])
    expect(screen.getAllByRole('button', { name })).toHaveLength(2);
});

test('assigning sends the number without blanks, and nothing where the assignment is taken away', async () => {
  const call = `POST ${href(api.assignWithdrawal, { id: eve.id })}`;
  const shown = await open([eve], { [call]: { body: eve } });
  shown.becomes([{ ...eve, applicationId, assignedAt: eve.receivedAt }]);
  await press('Zuordnen');
  expect(describedOf(usable().getByLabelText('Antragsnummer').closest('dialog') as HTMLElement)).toBe(
    'Von Eve Fremd.',
  );
  await enter({ Antragsnummer: ` ${applicationId} ` });
  await press('Speichern');
  await shown.screen.findByText('Von Hand zugeordnet');
  await press('Zuordnen');
  expect(entryOf(usable().getByLabelText('Antragsnummer'))).toBe(applicationId);
  await enter({ Antragsnummer: '' });
  shown.becomes([{ ...eve, assignedAt: eve.receivedAt }]);
  await press('Speichern');
  await shown.screen.findByText('Zuordnung aufgehoben');
  expect(sentTo(shown, call)).toEqual([{ applicationId }, { applicationId: null }]);
});

test('closing says that it is for good, and offers every outcome', async () => {
  const { screen } = await open([eve]);
  await press('Abschließen');
  const dialog = await screen.findByRole('dialog', { name: 'Widerruf abschließen' });
  expect(describedOf(dialog)).toBe('Von Eve Fremd. Danach lässt sich der Widerruf nicht mehr ändern.');
  const outcomes = Object.values(withdrawalOutcomes);
  expect(optionsOf(usable().getByLabelText('Ergebnis'))).toEqual(['Bitte wählen', ...outcomes]);
});

test('all that are selected are closed with one outcome, and those that somebody else has closed are named', async () => {
  const call = `POST ${api.closeWithdrawals}`;
  const reason = 'Dieser Widerruf ist bereits abgeschlossen';
  const body = { closed: 1, skipped: [{ id: eve.id, reason }] };
  const shown = await open([eve, johanna, late], { [call]: { body } });
  const { screen } = shown;
  await click(await shown.box('Alle auswählen'));
  stage.library.within(screen.getByRole('region', { name: 'Auswahl' })).getByText('2 Widerrufe ausgewählt');
  await press('Ausgewählte abschließen');
  const dialog = await screen.findByRole('dialog', { name: 'Widerrufe abschließen' });
  expect(describedOf(dialog)).toContain('2 Widerrufe ausgewählt.');
  await enter({ Ergebnis: 'unmatched' });
  shown.becomes([{ ...late, id: eve.id, name: eve.name }]);
  await press('Abschließen');
  await succeeds('1 Widerruf wurde abgeschlossen.');
  await screen.findByText('1 Widerruf wurde ausgelassen');
  expect(screen.getByText(`: ${reason}`).parentElement?.textContent).toStartWith('Eve Fremd: ');
  expect(sentTo(shown, call)).toMatchObject([{ outcome: 'unmatched', ids: [eve.id, johanna.id] }]);
  await settled(() => expect(screen.queryAllByRole('checkbox')).toEqual([]));
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
});

test('what was closed meanwhile is selected no more', async () => {
  const { screen, becomes, box } = await open([eve, johanna]);
  await click(await box('Eve Fremd auswählen'));
  becomes([late, johanna]);
  await press('Aktualisieren');
  await screen.findByText('1 offen');
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull();
  await click(await box('Alle auswählen'));
  screen.getByText('1 Widerruf ausgewählt');
});

test.each([
  [[eve, johanna], 'Widerrufe2 offen'],
  [[late], 'Widerrufe'],
])('the sidebar shows how many are open, by one call (%#)', async (withdrawals, words) => {
  const { screen, calls } = await open(withdrawals, {}, true);
  const nav = screen.getByRole('navigation', { name: 'Backoffice' });
  const link = stage.library.within(nav).getByRole('link', { name: /^Widerrufe/ });
  await settled(() => expect(link.textContent).toBe(words));
  expect(calls.filter((call) => call === `${list}?pageSize=1`)).toHaveLength(1);
});
