/** The page for a call, with a server whose replies the test defines. */
import type { CallbackRow } from '#domain/callbacks/calls';
import { berlinDay, yearsBefore } from '#domain/dates';
import type { PreparationRow } from '#domain/preparations/preparations';
import { fallbackCatalogue } from '#domain/tariffs/catalogue';
import { api, pages } from '#domain/urls';
import type { setDocument } from '#tests/support/dom';
import { hands, type Replies, type Shown, show } from '../scripted-screen';

export const today = berlinDay(new Date());
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

export const called: CallbackRow = {
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Gerda von der Heide',
  phone: '0251 4188 22',
  email: 'gerda@post.example',
  preferredTime: 'vormittags',
  message: 'Bitte laut sprechen',
  source: 'website',
  processed: false,
  noCalls: false,
  reply: null,
  createdAt: '2026-11-20T09:00:00Z',
  attempts: 0,
  lastOutcome: null,
  lastCallAt: null,
  nextCallAt: null,
  overdue: false,
  undeliverable: false,
  preparation: null,
  keepUntil: null,
};

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
  const { click, fill } = hands(stage);
  const within = (part?: string) =>
    part ? stage.library.within(screen.getByRole('region', { name: part })) : screen;
  const enter = async (entries: Record<string, string>, part?: string) => {
    for (const [label, value] of Object.entries(entries))
      await fill(within(part).getByLabelText(label), value);
  };
  return {
    enter,
    within,
    press: async (name: string) => click(await screen.findByRole('button', { name })),
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

export const sentTo = ({ calls }: Shown) =>
  calls.filter((call) => call.startsWith(create)).map((call) => JSON.parse(call.slice(create.length)));
