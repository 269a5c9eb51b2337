/** The page for a call, with a server whose replies the test defines. */
import { yearsBefore } from '#domain/dates';
import type { PreparationRow } from '#domain/preparations/preparations';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, pages } from '#domain/urls';
import { type setDocument, today } from '#tests/support/dom';
import { callback } from '../listed';
import { hands, type Replies, type Shown, sentTo, show } from '../scripted-screen';
import { entryOf } from '../staff-screen';

export const born = (years: number) => yearsBefore(today, years);
export const create = `POST ${api.preparations}`;
export const listCall = `GET ${api.preparations}?page=1&pageSize=20`;

export const invited: PreparationRow = {
  id: '11111111-1111-4111-8111-111111111111',
  applicationId: '22222222-2222-4222-8222-222222222222',
  callbackId: null,
  name: 'Johanna Sommer',
  createdBy: 'lukas.weber',
  createdAt: '2026-11-27T08:30:00Z',
  expiresAt: '2026-12-11T08:30:00Z',
  state: 'open',
  undeliverable: false,
  reply: null,
};

export const called = callback;

export const pageOf = (preparations: PreparationRow[], waiting = 0) => ({
  body: { preparations, total: preparations.length, totalPages: 1, waiting },
});

export const sent = {
  status: 201,
  body: { applicationId: invited.applicationId, expiresAt: invited.expiresAt },
};

type Stage = ReturnType<typeof setDocument>;

export async function openCall(stage: Stage, replies: Replies = {}, search = '') {
  const shown = await show(stage, `${pages.backofficePreparations}${search}`, {
    replies: {
      [listCall]: pageOf([]),
      [`GET ${api.preparations}?pageSize=1`]: pageOf([]),
      [`GET ${api.tariffs}`]: { body: fallbackCatalogue },
      ...replies,
    },
  });
  return { ...shown, ...handsOn(stage, shown) };
}

/** `enter` fills the fields by their labels; with a part, those of that part. */
function handsOn(stage: Stage, { screen }: Shown) {
  const { click, fill, press } = hands(stage);
  const within = (part?: string) =>
    part ? stage.library.within(screen.getByRole('region', { name: part })) : screen;
  const enter = async (entries: Record<string, string>, part?: string) => {
    for (const [label, value] of Object.entries(entries))
      await fill(within(part).getByLabelText(label), value);
  };
  return {
    enter,
    within,
    /** What the fields with these labels hold. */
    valuesOf: async (labels: string[]) => {
      await screen.findByRole('button', { name: 'Einladung senden' });
      return labels.map((label) => entryOf(screen.getByLabelText(label)));
    },
    /** Presses "Einladung senden" and waits for what is said after that. */
    invite: async (words: string | RegExp = 'Die Einladung ist unterwegs') => {
      await press('Einladung senden');
      return await screen.findByText(words);
    },
    press,
    tick: (name: RegExp | string) => click(screen.getByLabelText(name)),
    price: () => screen.getByRole('complementary', { name: 'Beitrag' }).textContent ?? '',
  };
}

export const gerda = {
  Anrede: 'mrs',
  Vorname: 'Gerda',
  Nachname: 'Lang',
  'E-Mail': 'gerda@post.example',
  Telefon: '0251 1',
};

export const sentInvitations = (shown: Pick<Shown, 'calls'>) => sentTo(shown, create);
