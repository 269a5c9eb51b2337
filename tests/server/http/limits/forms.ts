/** The public forms: what each takes, and what is refused without a count. */
import { randomUUID } from 'node:crypto';
import type { LinkKind } from '#domain/access-links';
import { confirmationNotices } from '#domain/cases/confirmation';
import { answerNotices } from '#domain/cases/status-page';
import { callbackNotices, type FormNotices, requestNotices, withdrawalNotices } from '#domain/form-notices';
import { dayMs } from '#domain/time';
import { api, href } from '#domain/urls';
import { typedCaching } from '#server/http/headers';
import { wish } from '#tests/server/features/callbacks/callback-wish';
import { asked } from '#tests/server/features/offers/asked';
import { declaration } from '#tests/server/features/withdrawals/declaration';
import type { TestApp } from '#tests/support/app';
import { addOffer } from '#tests/support/beginnings';
import { tokenIn } from '#tests/support/mail-links';
import { createVisitor, johanna, kim } from '#tests/support/people';

export type Sent = { path: string; fields?: Record<string, unknown> };
export type Form = {
  notices: FormNotices;
  /** One that counts, as JSON; the plain form sends the same as texts. */
  next: () => Promise<Sent>;
  /** One that is refused for what it says, and does not count. */
  free: Sent;
  /** The limit of an hour that it has besides. */
  hourly?: string;
  /** What the page shows again that refuses the plain form. */
  keeps?: string;
};

export const formNames = [
  'callback',
  'withdrawal',
  'offer',
  'privacy',
  'access-link',
  'another-horse',
  'offer-beginning',
  'offer-deletion',
  'confirmation',
  'status-answer',
  'status-revoking',
  'privacy-erasing',
] as const;
export type FormName = (typeof formNames)[number];

const small = 'Fehler (typed)';
export const gone = 'Dieser Link ist nicht mehr gültig (quiet)';
const button = { free: gone, others: small };
const typed = (title: string) => ({ free: `Fehler: ${title} (typed)` });
const home = 'Sattelfest: OP-Schutz für Pferde (typed, open)';

/**
 * The page that refuses a plain form, with the kind of its headers: for what it says or its link (`free`), for its limit
 * (`many`), for its size or because of the database (`others`). What is not said is as `others`, and that as `free`.
 */
export const refusedPages: Record<FormName, { free: string; others?: string; many?: string }> = {
  callback: { free: home, many: 'Zu viele Anfragen (quiet)' },
  withdrawal: typed('Vertrag widerrufen'),
  offer: typed('Angebot per E-Mail'),
  privacy: typed('Meine Daten'),
  'access-link': { free: small },
  'another-horse': button,
  'offer-beginning': button,
  'offer-deletion': button,
  confirmation: { free: 'Fehler: Antrag bestätigen (quiet)' },
  'status-answer': { free: 'Fehler: Stand Ihres Antrags (quiet)' },
  'status-revoking': button,
  'privacy-erasing': { free: gone, others: 'Fehler: Meine Daten (quiet)', many: small },
};

/** The title of a page, or `JSON` if it is none, with the kind of its headers. */
export async function shownAs(response: Response): Promise<string> {
  const value = (name: string) => response.headers.get(name) ?? '';
  const caching = { 'no-store': 'quiet', [typedCaching]: 'typed' }[value('cache-control')];
  const isQuiet = value('referrer-policy') === 'no-referrer' && value('x-robots-tag') === 'noindex';
  const title = (await response.text()).match(/<title>(.*?)(?: \| Sattelfest)?<\/title>/)?.[1];
  return `${title ?? 'JSON'} (${caching}${isQuiet ? '' : ', open'})`;
}

/** As a plain form has them: a box that is ticked is `on`. */
export const textsOf = (fields: Record<string, unknown> = {}) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name.endsWith('Consent') && value === true ? 'on' : String(value),
    ]),
  );

const noToken = 'x'.repeat(43);

/** By the names of their limits. The application has one completed application of Johanna and one of Kim. */
export async function formsOf(app: TestApp): Promise<Record<FormName, Form>> {
  const first = createVisitor(app);
  await first.fill(johanna);
  await first.complete();
  const second = createVisitor(app);
  await second.fill(kim);
  await second.complete();
  const confirming = await tokenIn(app, 'policyholder_confirmation', 'bestaetigen');
  let count = 0;
  /** A link from a mail of its own, which no test of the file outlives. */
  const linkTo = async (kind: LinkKind, about: { applicationId?: string; offerId?: string }) => {
    count += 1;
    const mail = { id: `mail-${count}`, applicationId: null, recipientEmail: 'a@b.example', ...about };
    const createdAt = app.clock.now + dayMs + count;
    return (await app.context.links.linkFor(kind, { ...mail, createdAt })).token;
  };
  const ofFirst = { applicationId: first.id };
  const offer = async () => ({ offerId: (await addOffer(app)).id });
  const by = (path: string) => async (token: string, fields?: Sent['fields']) => ({
    path: href(path, { token }),
    fields,
  });
  const [another, answer, revoke] = [by(api.anotherHorseByLink), by(api.answerStatus), by(api.revokeStatus)];
  const [confirm, begin, remove] = [by(api.confirmation), by(api.beginFromOffer), by(api.deleteOffer)];
  const erase = by(api.eraseOwnData);
  const [status, offered] = [await linkTo('status', ofFirst), await linkTo('offer', await offer())];
  const linkOf = (id: string) => ({ path: href(api.accessLink, { id }) });
  return {
    callback: {
      notices: callbackNotices,
      next: async () => ({ path: api.callbackRequests, fields: { ...wish } }),
      free: { path: api.callbackRequests, fields: { ...wish, name: '' } },
    },
    withdrawal: {
      notices: withdrawalNotices,
      next: async () => ({ path: api.withdrawals, fields: { ...declaration, contract: 'K-1' } }),
      free: { path: api.withdrawals, fields: { ...declaration, name: '' } },
      keeps: 'value="K-1"',
    },
    offer: {
      notices: requestNotices,
      next: async () => ({ path: api.offers, fields: { ...asked } }),
      free: { path: api.offers, fields: { ...asked, tariffType: 'keiner' } },
      keeps: `value="${asked.email}"`,
    },
    privacy: {
      notices: requestNotices,
      next: async () => ({ path: api.privacyRequests, fields: { email: 'a@b.example' } }),
      free: { path: api.privacyRequests, fields: { email: 'keine' } },
      keeps: 'value="a@b.example"',
    },
    'access-link': {
      hourly: 'access-link-hour',
      notices: requestNotices,
      next: async () => linkOf(first.id),
      free: linkOf('keine'),
    },
    'another-horse': { notices: requestNotices, next: () => another(status), free: await another(noToken) },
    'offer-beginning': { notices: requestNotices, next: () => begin(offered), free: await begin(noToken) },
    'offer-deletion': {
      notices: requestNotices,
      next: async () => await remove(await linkTo('offer', await offer())),
      free: await remove(noToken),
    },
    confirmation: {
      notices: confirmationNotices,
      next: () => confirm(confirming, { confirmed: true }),
      free: await confirm(confirming, { confirmed: 'vielleicht' }),
    },
    'status-answer': {
      notices: answerNotices,
      // nothing was asked, which is found out afterwards
      next: () => answer(status, { id: randomUUID(), text: 'kerngesund' }),
      free: await answer(status, { id: randomUUID(), text: '' }),
      keeps: 'kerngesund',
    },
    'status-revoking': {
      notices: requestNotices,
      next: async () => await revoke(await linkTo('status', ofFirst)),
      free: await revoke(noToken),
    },
    'privacy-erasing': {
      notices: requestNotices,
      // without a date, which is no wrong one
      next: async () => await erase(await linkTo('privacy', {}), { birthDate: '' }),
      free: await erase(noToken, { birthDate: '' }),
    },
  };
}
