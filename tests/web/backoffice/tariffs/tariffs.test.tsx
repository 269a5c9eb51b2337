/** The page of the tariffs: list, form, conflicts, preview and release. */
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test';
import { firstCatalogue } from '#domain/landing-facts';
import type { TariffVersion } from '#domain/tariffs/staff';
import { changeableOf } from '#domain/tariffs/versions';
import { api, href } from '#domain/urls';
import { expectFocus, setDocument } from '#tests/support/dom';
import { hands, type Replies, sentTo, show, shownToast } from '../scripted-screen';
import { describedOf } from '../staff-screen';

const stage = setDocument();
const { click, fill, follow, press, usable } = hands(stage);
const list = `GET ${api.tariffVersions}`;
const address = '/backoffice/tariffs';
const first = changeableOf(firstCatalogue);
const version = (number: number, fields: Partial<TariffVersion>): TariffVersion => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  number,
  version: 1,
  validFrom: '2099-01-01',
  state: 'draft',
  ...first,
  createdBy: 'antje',
  createdAt: '2026-11-20T09:00:00.000Z',
  releasedBy: null,
  ...fields,
});
const active = version(1, {
  state: 'active',
  validFrom: '2026-11-01',
  createdBy: 'Sattelfest',
  releasedBy: 'Sattelfest',
});
const draft = version(2, {});
const put = `PUT ${href(api.tariffVersion, { id: draft.id })}`;
const release = `POST ${href(api.releaseTariffs, { id: draft.id })}`;
const raised = (amount: number) => [
  first.premiums[0] ?? [],
  (first.premiums[1] ?? []).with(1, amount),
  first.premiums[2] ?? [],
];

const premiumLabel = 'Top-OP-Schutz, 250 € SB';
const field = (label: string) => usable().getByLabelText(label) as HTMLInputElement;
const titled = (name: string, level = 1) => usable().findByRole('heading', { level, name });

let asked: ReturnType<typeof spyOn<Window, 'confirm'>>;
beforeEach(() => {
  asked = spyOn(window, 'confirm').mockReturnValue(true);
});
afterEach(() => asked.mockRestore());

describe('the list', () => {
  const states = ['draft', 'released', 'active', 'past'] as const;
  const all = states.map((state, at) =>
    version(4 - at, { state, releasedBy: state === 'draft' ? null : 'mira' }),
  );

  test('shows each version with its state, and what can be done about it', async () => {
    const { screen } = await show(stage, address, { replies: { [list]: { body: all } } });
    await titled('Tarife');
    const rows = (await screen.findAllByRole('row')).slice(1);
    const actions = rows.map((row) =>
      [...row.querySelectorAll('a, button')].map(({ textContent }) => textContent),
    );
    expect(actions).toEqual([
      ['Bearbeiten', 'Vorschau', 'Freigeben', 'Löschen'],
      ['Vorschau', 'Freigabe zurücknehmen'],
      ['Ansehen'],
      ['Ansehen'],
    ]);
    const shown = rows.map((row) => row.querySelectorAll('td')[1]?.textContent);
    expect(shown).toEqual(['Entwurf', 'Freigegeben', 'Gültig', 'Vergangen']);
  });

  test('makes a draft and opens it', async () => {
    const { screen, replies } = await show(stage, address, {
      replies: { [list]: { body: [active] }, [`POST ${api.tariffVersions}`]: { status: 201, body: draft } },
    });
    await screen.findByText('Gültig');
    replies[list] = { body: [draft, active] };
    await press('Entwurf anlegen');
    await titled('Entwurf bearbeiten');
    expect(field(premiumLabel).value).toBe('44,58');
  });
});

describe('the form', () => {
  const edit = (replies: Replies = {}) =>
    show(stage, `${address}?edit=${draft.id}`, {
      replies: { [list]: { body: [draft, active] }, ...replies },
    });
  const type = async (amount: string) => {
    await titled('Monatsbeiträge in Euro', 2);
    await fill(field(premiumLabel), amount);
  };
  const save = async (amount: string) => {
    await type(amount);
    await press('Speichern');
  };

  test('sends everything with the version that was seen, and shows what changed', async () => {
    const saved = { ...draft, version: 2, premiums: raised(45.5) };
    const shown = await edit({ [put]: { body: saved } });
    shown.replies[list] = { body: [draft, active] };
    await shown.screen.findByLabelText('Gültig ab');
    shown.replies[list] = { body: [saved, active] };
    await save('45,5');
    expect(sentTo(shown, put)).toEqual([
      { version: 1, validFrom: '2099-01-01', ...first, premiums: raised(45.5) },
    ]);
    await titled('Vorschau der Tarife');
    expect(shown.screen.getByRole('row', { name: /250.*44,58.*45,50.*\+2,1/ })).toBeDefined();
    expect(asked).not.toHaveBeenCalled();
    // the form begins with what was saved
    await follow('Bearbeiten');
    await titled('Entwurf bearbeiten');
    expect(field(premiumLabel).value).toBe('45,50');
  });

  test.each(['', '0,99', '10000', '1,005', '1e3', '1.500', 'viel'])(
    'refuses %p and keeps it',
    async (amount) => {
      const shown = await edit();
      await save(amount);
      await shown.screen.findByText(/Bitte geben Sie 1,00 bis 9.999,99 € .* ein/);
      const input = field(premiumLabel);
      expect([input.value, input.getAttribute('aria-invalid'), document.activeElement === input]).toEqual([
        amount,
        'true',
        true,
      ]);
      expect(sentTo(shown, put)).toEqual([]);
    },
  );

  test('says how much a premium moves while it is typed', async () => {
    const { screen } = await edit();
    await type('40');
    expect(screen.getByText(/^bisher 44,58.*−10,3/)).toBeDefined();
  });

  test('keeps the entry in a conflict, until it is saved anyway or given up', async () => {
    const current = { ...draft, version: 2, ageSurchargePercent: 30 };
    const conflict = { status: 409, body: { message: 'Dieser Entwurf wurde inzwischen geändert.', current } };
    const shown = await edit({ [put]: conflict });
    shown.replies[list] = { body: [current, active] };
    await save('45,5');
    await shown.screen.findByRole('button', { name: 'Stand laden' });
    expectFocus(shown.screen.getByText('Dieser Entwurf wurde inzwischen geändert.').closest('[tabindex]'));
    expect(field(premiumLabel).value).toBe('45,5');
    await press('Trotzdem speichern');
    expect(sentTo(shown, put).map((body) => [body.version, body.ageSurchargePercent])).toEqual([
      [1, 20],
      [2, 20],
    ]);
    await press('Stand laden');
    expect(field('Alterszuschlag in Prozent').value).toBe('30');
    expect(field(premiumLabel).value).toBe('44,58');
    expect(shown.screen.queryByRole('button', { name: 'Stand laden' })).toBeNull();
  });

  test.each(['Abbrechen', 'Zurück zu den Tarifen'])('asks before %s loses the entry', async (way) => {
    const { screen } = await edit();
    await type('45,5');
    asked.mockReturnValue(false);
    await click(screen.getByText(way));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(field(premiumLabel).value).toBe('45,5');
    asked.mockReturnValue(true);
    await click(screen.getByText(way));
    await titled('Tarife');
  });

  test('is left without a question when nothing was typed, or all of it taken back', async () => {
    const { screen } = await edit();
    await type('45,5');
    await type('44,58');
    await click(screen.getByText('Abbrechen'));
    await titled('Tarife');
    expect(asked).not.toHaveBeenCalled();
  });

  test('saves the entry as another draft if somebody deleted this one', async () => {
    const other = version(3, { premiums: raised(45.5) });
    const shown = await edit({
      [put]: { status: 404, body: { message: 'Diese Tarife gibt es nicht.' } },
      [`POST ${api.tariffVersions}`]: { status: 201, body: other },
    });
    await shown.screen.findByLabelText('Gültig ab');
    shown.replies[list] = { body: [active] };
    await save('45,5');
    const anew = await shown.screen.findByRole('button', { name: 'Als neuen Entwurf speichern' });
    shown.replies[list] = { body: [other, active] };
    await click(anew);
    await shown.screen.findByText('Version 3');
    expect(sentTo(shown, `POST ${api.tariffVersions}`)[0].premiums).toEqual(raised(45.5));
  });

  test('adds, moves and removes benefits', async () => {
    const { screen, calls } = await edit();
    const { within } = stage.library;
    await screen.findByText('Basis-OP-Schutz: 5 Leistungen');
    // another element after a refusal
    const part = () => within(screen.getByText(/^Basis-OP-Schutz: \d/).closest('details') as HTMLElement);
    await click(part().getByRole('button', { name: 'Leistung 1 entfernen' }));
    // the row of the button is gone
    expectFocus(part().getByLabelText('Leistung 1'));
    expect(part().getAllByLabelText(/^Beschreibung der Leistung/)).toHaveLength(4);
    await click(part().getByRole('button', { name: 'Leistung 2 nach oben' }));
    await click(part().getByRole('button', { name: 'Leistung hinzufügen' }));
    expectFocus(part().getByLabelText('Leistung 5'));
    await fill(part().getByLabelText('Leistung 5'), 'Anfahrt');
    await press('Speichern');
    await screen.findByText('Bitte beschreiben Sie die Leistung');
    await fill(part().getAllByLabelText('Beschreibung')[4] as HTMLElement, 'bis 50 €');
    await press('Speichern');
    const [basis] = sentTo({ calls }, put)[0].benefits;
    expect(basis.map(({ name }: { name: string }) => name)).toEqual([
      'Nachbehandlung',
      'Leistung je Operation',
      'Unterbringung in der Klinik',
      'Regenerative Therapien',
      'Anfahrt',
    ]);
  });
});

describe('a release', () => {
  const preview = (shown: TariffVersion, replies: Replies = {}) =>
    show(stage, `${address}?preview=${shown.id}`, {
      replies: { [list]: { body: [shown, active] }, ...replies },
    });

  test('of small moves is confirmed in a dialog', async () => {
    const released: TariffVersion = { ...draft, state: 'released' };
    const { screen, calls, replies } = await preview(draft, { [release]: { body: released } });
    const opener = await screen.findByRole('button', { name: 'Freigeben' });
    await stage.library.act(async () => opener.focus());
    await click(opener);
    const dialog = screen.getByRole('dialog', { name: 'Version 2 freigeben?' });
    expect(describedOf(dialog)).toContain('Sie gilt ab dem 01.01.2099');
    replies[list] = { body: [released, active] };
    await press('Freigeben');
    expect(sentTo({ calls }, release)).toEqual([{ version: 1, confirm: false }]);
    expect(shownToast()).toMatchObject({
      title: 'Tarife freigegeben',
      description: 'Sie gelten ab dem 01.01.2099.',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByRole('button', { name: 'Freigabe zurücknehmen' });
    // the button that opened the dialog is gone
    expect(document.activeElement?.textContent).toBe('Vorschau der Tarife');
  });

  test('of large moves lists them and confirms them', async () => {
    const { screen, calls } = await preview({ ...draft, premiums: raised(62.4) });
    await press('Freigeben');
    screen.getByText(/^Top-OP-Schutz, 250.*44,58.*62,40.*\+40/);
    await press('Bestätigen und freigeben');
    expect(sentTo({ calls }, release)).toEqual([{ version: 1, confirm: true }]);
  });

  test('shows the moves that only the server knows, and asks again', async () => {
    const row = {
      tariffType: 'basis',
      tariff: 'Basis-OP-Schutz',
      selfParticipation: 0,
      old: 20,
      new: 39.77,
      percent: 98.9,
      large: true,
    };
    const { screen, calls } = await preview(draft, {
      [release]: { status: 422, body: { message: 'Bitte prüfen.', rows: [row] } },
    });
    await press('Freigeben');
    await press('Freigeben');
    await screen.findByText(/^Basis-OP-Schutz, Ohne SB.*\+98,9/);
    await press('Bestätigen und freigeben');
    expect(sentTo({ calls }, release).map(({ confirm }) => confirm)).toEqual([false, true]);
  });

  test('for a past day is not offered', async () => {
    const { screen } = await preview({ ...draft, validFrom: '2020-01-01' });
    await press('Freigeben');
    const dialog = screen.getByRole('dialog');
    expect(stage.library.within(dialog).queryByRole('button', { name: /freigeben/i })).toBeNull();
    screen.getByText('Der 01.01.2020 ist vorbei.');
  });
});
