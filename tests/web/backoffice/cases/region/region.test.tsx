/** The region `Vorgang` of the details: what is saved, conflicts, and the way to the next case. */
import { describe, expect, setSystemTime, test } from 'bun:test';
import { nationwide } from '#domain/calendar/working-days';
import type { Case } from '#domain/cases/staff';
import { addDays, formatDay } from '#domain/dates';
import { dayMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { expectFocus, setDocument, today } from '#tests/support/dom';
import { afterThisTest } from '#tests/support/endings';
import { whole } from '../../applications/details/details-case';
import { detailsCall, type Reply, shownToast } from '../../scripted-screen';
import { aCase, antje, later, lukas } from '../a-case';
import { id, openCase, patch, saved, sent } from './open-case';

const stage = setDocument();
const open = (found?: Case | null, replies?: Record<string, Reply>) => openCase(stage, found, replies);
const settled = (check: () => void) => stage.library.waitFor(check);

test('only a completed application has the region, above the tabs', async () => {
  const { screen } = await open(null);
  expect(screen.queryByRole('region', { name: 'Vorgang' })).toBeNull();
  stage.library.cleanup();
  const region = (await open()).screen.getByRole('region', { name: 'Vorgang' });
  const tabs = document.querySelector('[role=tablist]');
  expect(tabs && region.compareDocumentPosition(tabs)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

describe('a case of somebody who is away', () => {
  const away = { ...aCase, assignee: lukas, assigneeAway: true };
  const done = { ...away, status: 'issued', followUpOn: null } as const;
  test.each<[string, Case, boolean]>([
    ['names them', away, true],
    ['names nobody to themselves', { ...away, assignee: antje }, false],
    ['names nobody when it is done', done, false],
    ['names them when it is done and was answered', { ...done, replyUnread: true }, true],
  ])('%s', async (_, found, isNamed) => {
    const { screen } = await open(found);
    const head = screen.getByRole('region', { name: 'Vorgang' }).querySelector('header')?.textContent;
    expect(head?.includes(`Vertretung für ${found.assignee?.username}`)).toBe(isNamed);
  });
});

describe('what came about a case', () => {
  test('a mail that came back is flagged, and the region says what to do', async () => {
    const { screen } = await open({ ...aCase, undeliverable: true });
    const region = screen.getByRole('region', { name: 'Vorgang' });
    const head = region.querySelector('header')?.textContent;
    expect(head).toContain('E-Mail kam zurück');
    expect(region.textContent).toContain('Bitte rufen Sie an (0341 9627 100) oder prüfen Sie die Adresse');
    expect(screen.getByRole('link', { name: aCase.phone }).getAttribute('href')).toBe('tel:03419627100');
    expect(screen.queryByRole('button', { name: 'Gelesen' })).toBeNull();
  });

  test('names no address where two persons have one', async () => {
    const { screen } = await open({ ...aCase, undeliverable: true, confirmation: 'open' });
    const region = screen.getByRole('region', { name: 'Vorgang' });
    expect(region.textContent).toContain('oder prüfen Sie die Adresse im Reiter „E-Mails“.');
    expect(screen.queryByRole('link', { name: aCase.email })).toBeNull();
  });

  test('an answer about a done case is read by its button, which changes nothing else', async () => {
    const done: Case = { ...aCase, status: 'issued', followUpOn: null, replyUnread: true };
    const read = { ...done, replyUnread: false };
    const shown = await open(done, { [patch]: { body: read } });
    shown.replies[detailsCall(id)] = { body: { ...whole, case: read } };
    await shown.press('Gelesen');
    await settled(() => expect(shown.screen.queryAllByRole('button', { name: 'Gelesen' })).toHaveLength(0));
    expect(sent(shown)).toEqual([{ version: 3 }]);
    expect(shownToast()).toMatchObject({ title: 'Gespeichert' });
    expect(document.activeElement?.textContent).toBe('Nächster Vorgang');
  });
});

describe('saving', () => {
  test('sends what was changed with the version, and then the next case is one key away', async () => {
    const shown = await open(aCase, { [patch]: saved({ policyNumber: 'OP-1', assignee: lukas }) });
    expect(Array.from(shown.field('Stand').children, ({ textContent }) => textContent)).toEqual([
      'In Prüfung',
      'Rückfrage',
      'An Versicherer übermittelt',
      'Abgelehnt',
      'Widerrufen',
    ]);
    await shown.screen.findByRole('option', { name: 'lukas.weber' });
    await shown.change({ Bearbeiter: lukas.id, Versicherungsscheinnummer: 'OP-1' });
    await shown.isSaved();
    expect(sent(shown)).toEqual([{ version: 3, assigneeId: lukas.id, policyNumber: 'OP-1' }]);
    expect(document.activeElement?.textContent).toBe('Nächster Vorgang');
    expect(shown.value('Versicherungsscheinnummer')).toBe('OP-1');
  });

  test.each([
    ['is still due is not handed out again', today, [aCase.applicationId]],
    ['is due later may be handed out again', later, []],
  ])('a case that %s', async (_, followUpOn, skip) => {
    const next = `POST ${api.nextCase}`;
    const due = { ...aCase, followUpOn: today };
    const shown = await open(due, {
      [next]: { body: due },
      [patch]: saved({ policyNumber: 'OP-1', followUpOn }),
    });
    await shown.press('Nächster Vorgang');
    // the one on the screen
    await settled(() => expect(sent(shown, next)).toEqual([{ skip: [aCase.applicationId] }]));
    await shown.change({ Versicherungsscheinnummer: 'OP-1' });
    await shown.isSaved();
    shown.replies[next] = { status: 204, body: null };
    await stage.library.act(() => shown.router.navigate({ to: pages.backofficeCases }));
    await shown.press('Nächster Vorgang');
    await settled(() => expect(sent(shown, next).at(-1)).toEqual({ skip }));
  });

  test('a status that needs a reason asks for it, before a message is written', async () => {
    const shown = await open();
    expect(shown.screen.queryByLabelText('Grund')).toBeNull();
    await shown.change({ Stand: 'withdrawn' });
    await shown.screen.findByText('Bitte nennen Sie einen Grund');
    expect(shown.field('Grund').getAttribute('aria-invalid')).toBe('true');
    expectFocus(shown.field('Grund'));
    shown.replies[patch] = saved({ status: 'withdrawn', followUpOn: null });
    await shown.change({ Grund: 'Widerruf am Telefon' });
    await settled(() =>
      expect(sent(shown)).toEqual([{ version: 3, status: 'withdrawn', reason: 'Widerruf am Telefon' }]),
    );
    await settled(() => expect(shown.screen.queryByLabelText('Grund')).toBeNull());
  });

  test.each<[string, Reply, string]>([
    ['a forbidden step', { status: 409, body: { message: 'Beratung offen' } }, 'Beratung offen'],
    [
      'a refused field',
      { status: 422, body: { message: 'x', errors: [{ path: 'policyNumber', message: 'Zu lang' }] } },
      'Zu lang',
    ],
  ])('%s is named beside the entry, which stays', async (_, refusal, words) => {
    const shown = await open(aCase, { [patch]: refusal });
    await shown.change({ Versicherungsscheinnummer: 'OP-1' });
    await shown.screen.findByText(words);
    expect(shown.value('Versicherungsscheinnummer')).toBe('OP-1');
  });

  test.each([
    ['advice', { adviceOwed: true }, 'Beratung offen: Bitte dokumentieren Sie zuerst die Beratung.'],
    [
      'a withdrawal',
      { withdrawalOpen: true },
      'Widerruf eingegangen: Bitte schließen Sie zuerst den Widerruf ab.',
    ],
  ])('%s in the way of a step is named before a message is written', async (_, blocks, words) => {
    const shown = await open({ ...aCase, ...blocks });
    expect(shown.screen.queryByText(words)).toBeNull();
    await shown.enter('Stand', 'transmitted');
    shown.screen.getByText(words);
    await shown.enter('Stand', 'inquiry');
    expect(shown.screen.queryByText(words)).toBeNull();
  });

  test('a withdrawal that may be meant is named with the way to it, and is in no way', async () => {
    const shown = await open({ ...aCase, withdrawalSuggested: true });
    const region = stage.library.within(shown.region());
    region.getByText('Möglicher Widerruf');
    const link = region.getByRole('link', { name: 'Zu den Widerrufen' });
    expect(link.getAttribute('href')).toBe(pages.backofficeWithdrawals);
    await shown.enter('Stand', 'transmitted');
    expect(shown.screen.queryByText(/schließen Sie zuerst/)).toBeNull();
  });

  test('assigning to oneself sends nothing else, and keeps the other entries', async () => {
    const shown = await open(aCase, { [patch]: saved({ assignee: antje }) });
    await shown.enter('Versicherungsscheinnummer', 'OP-1');
    await shown.press('Mir zuweisen');
    await settled(() => expect(shown.screen.queryByRole('button', { name: 'Mir zuweisen' })).toBeNull());
    expect(sent(shown)).toEqual([{ version: 3, assigneeId: antje.id }]);
    expect(shown.value('Versicherungsscheinnummer')).toBe('OP-1');
    await settled(() => expect(shown.value('Bearbeiter')).toBe(antje.id));
  });
});

describe('a conflict', () => {
  const current: Case = {
    ...aCase,
    version: 7,
    status: 'inquiry',
    followUpOn: later,
    policyNumber: 'OP-9',
  };
  const refusal = {
    status: 409,
    body: { message: 'Dieser Vorgang wurde inzwischen von lukas.weber geändert.', current },
  };
  async function collide() {
    const shown = await open(aCase, { [patch]: refusal });
    await shown.change({ Versicherungsscheinnummer: 'OP-1' });
    await shown.screen.findByText('Dieser Vorgang wurde inzwischen von lukas.weber geändert.');
    return shown;
  }

  test('shows both values, and the entry stays until what is stored is loaded', async () => {
    const shown = await collide();
    expectFocus(shown.screen.getByRole('alert'));
    const cells = Array.from(shown.screen.getByRole('alert').querySelectorAll('tbody'), (one) =>
      Array.from(one.querySelectorAll('th, td'), ({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['Stand', 'nicht geändert', 'Rückfrage'],
      ['Wiedervorlage', 'nicht geändert', formatDay(later)],
      ['Versicherungsscheinnummer', 'OP-1', 'OP-9'],
    ]);
    expect(shown.value('Versicherungsscheinnummer')).toBe('OP-1');
    await shown.press('Stand laden');
    expect([shown.value('Stand'), shown.value('Versicherungsscheinnummer')]).toEqual(['inquiry', 'OP-9']);
    expect(shown.screen.queryByRole('alert')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Vorgang');
  });

  test('about an assignment alone is overridden without the other entries', async () => {
    const shown = await open(aCase, { [patch]: refusal });
    await shown.enter('Stand', 'declined');
    await shown.enter('Grund', 'Zu alt');
    await shown.press('Mir zuweisen');
    await shown.screen.findByRole('button', { name: 'Trotzdem speichern' });
    shown.replies[patch] = { body: { ...current, version: 8, assignee: antje } };
    await shown.press('Trotzdem speichern');
    await settled(() => expect(shown.screen.queryByRole('button', { name: 'Stand laden' })).toBeNull());
    expect(sent(shown).at(-1)).toEqual({ version: 7, assigneeId: antje.id });
    expect([shown.value('Stand'), shown.value('Grund')]).toEqual(['declined', 'Zu alt']);
  });
});

test('a case that is left open over days proposes and sends the follow-up of the new day', async () => {
  afterThisTest(async () => void setSystemTime());
  const shown = await open({ ...aCase, status: 'new' }, { [patch]: saved({ status: 'in_review' }) });
  // not only to the next day, which may have the same working days after it
  setSystemTime(Date.now() + 7 * dayMs);
  const followUpOn = nationwide.workingDaysAfter(addDays(today, 7), 2);
  await shown.enter('Stand', 'in_review');
  expect(shown.value('Wiedervorlage')).toBe(followUpOn);
  await shown.press('Speichern');
  await settled(() => expect(sent(shown)).toEqual([{ version: 3, status: 'in_review', followUpOn }]));
});

test('entries survive the end of the session, which nobody can hold up', async () => {
  const { router, enter, value } = await openCase(stage);
  await enter('Versicherungsscheinnummer', 'OP-77');
  const { act, waitFor } = stage.library;
  await act(async () => router.navigate({ to: pages.login as never }));
  await act(async () => router.navigate({ to: `/backoffice/applications/${aCase.applicationId}` as never }));
  await waitFor(() => expect(value('Versicherungsscheinnummer')).toBe('OP-77'));
});

test('a preview that is refused says why at the field of the message', async () => {
  const words = 'Diesen Platzhalter gibt es nicht';
  const refusal = { status: 400, body: { errors: [{ path: 'body', message: words }] } };
  const shown = await open(aCase, { [`POST ${href(api.casePreview, { id })}`]: refusal });
  await shown.change({ Stand: 'inquiry' });
  await shown.press('Vorschau');
  await settled(() => expect(shown.field('Nachricht').getAttribute('aria-invalid')).toBe('true'));
  shown.screen.getByText(words);
});
