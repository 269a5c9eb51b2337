/** An offer that somebody asks for, and the link that it comes with. */
import { offers } from '#db/schema/law';
import { api } from '#domain/urls';
import type { TestApp } from '#tests/support/app';
import { postForm } from '#tests/support/forms';
import { tokenIn } from '#tests/support/mail-links';

export const asked = {
  email: 'johanna.sommer@mail.example',
  tariffType: 'top',
  selfParticipation: 250,
  paymentFrequency: 'quarterly',
};

export const sendJson = (app: TestApp, change: object = {}, query = '') =>
  app.ask('POST', `${api.offers}${query}`, { body: { ...asked, ...change } });

export const postAsked = (app: TestApp, change: Record<string, string> = {}, query = '') =>
  postForm(app, `${api.offers}${query}`, {
    ...asked,
    selfParticipation: '250',
    horseBirthYear: '',
    insuranceStartDate: '',
    ...change,
  });

export const storedOffers = ({ db }: TestApp) => db.read.select().from(offers);

/** Asks for one, and returns the token of the link in its mail. */
export async function offered(app: TestApp, change: object = {}): Promise<string> {
  const { status } = await sendJson(app, change);
  if (status !== 202) throw new Error(`The offer was answered with ${status}.`);
  return await tokenIn(app, 'offer', 'angebot');
}
