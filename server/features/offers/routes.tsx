/** Asking for an offer, and what somebody does with the link to it: read it, begin an application, or delete it. */
import { Elysia } from 'elysia';
import { addPrefilled } from '#db/applications/prefill';
import type { Reader } from '#db/client';
import { addEvidence } from '#db/evidence';
import { isAtCap, rememberMails } from '#db/mails/caps';
import {
  addOffer,
  factsOfOffer,
  findBegun,
  findPriceOffer,
  movedPrice,
  type OfferRecord,
  readOfferCopy,
  readTariffsAround,
  setBegun,
} from '#db/offers';
import { findBasePrice } from '#db/tariffs/catalogue';
import { thePersonConcerned } from '#domain/accounts/actors';
import { defaultSource, phoneSource, sourceIn } from '#domain/fields';
import { newReference } from '#domain/ids';
import { endOfOffer, type OfferRequest, offerNews, offerRequest } from '#domain/offers';
import { birthYears, choiceIn } from '#domain/tariffs/calculator';
import { tariffTypes } from '#domain/tariffs/catalogue';
import { assumedBirthDate, type PricedSelection, premiumOf, surchargeOf } from '#domain/tariffs/premium';
import { api, href, pages } from '#domain/urls';
import { NewsPage } from '#web/site/access.tsx';
import { OfferPage, OfferRequestPage } from '#web/site/offers.tsx';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { eraseRows } from '../../erasures';
import { type Author, authorCookie, authorOf, newAuthor, resumedCookie } from '../../http/author';
import { callerNetwork } from '../../http/client-address';
import { inEvenTime, sendingOf } from '../../http/forms/submission';
import { addressHash } from '../../keyed-hash';
import { type Asked, fields, nothing, publicForm, type Sent, type Site } from '../../pages/public-form';
import { gone, tokenPage } from '../../pages/token-page';
import { doorTo, refuseStaff, type WriteLimits } from '../applications/door';

const title = 'Angebot per E-Mail';
const hidden = { detail: { hide: true } };

export function offerRoutes(site: Site, limits: WriteLimits) {
  return new Elysia().use(requestRoutes(site)).use(linkRoutes(site, limits));
}

/** No response tells whether an offer was sent. None of these pages reads the database. */
function requestRoutes(site: Site) {
  const { context, show } = site;
  const takes = fields(context, offerRequest);
  const pageOf = (request: Request) => ({ source: sourceIn(request.url), today: context.today() });
  const news = (request: Request, said: (typeof offerNews)[keyof typeof offerNews]) =>
    show.respond(request, said.title, <NewsPage {...said} />);
  const form = publicForm({
    form: site.form({ name: 'offer', event: 'offer_not_stored' }),
    path: api.offers,
    back: () => pages.offer,
    docs: { tag: 'Angebot', summary: 'Ein Angebot per E-Mail anfordern' },
    takes,
    act: async (asked) => {
      const author = authorOf(asked.request, context.config) ?? newAuthor();
      const wish = asked.input();
      context.site.assertTaking();
      await asked.count();
      await requestOffer(context, wish, author, asked);
      return author;
    },
    json: () => [202, { message: offerNews.sent.sentence }],
    plain: () => pages.offerSent,
    cookie: (author) => authorCookie(author, context.config),
    refuse: ({ request }, entries, { status, ...refused }) => {
      const page = <OfferRequestPage {...pageOf(request)} entries={entries} refused={refused} />;
      return show.typed(request, title, page, status);
    },
  });
  return form
    .get(
      pages.offer,
      ({ request }) => {
        const entries = { ...takes.shown({}), ...chosenIn(request, context.today()) };
        return show.respond(request, title, <OfferRequestPage {...pageOf(request)} entries={entries} />);
      },
      hidden,
    )
    .get(pages.offerSent, ({ request }) => news(request, offerNews.sent), hidden)
    .get(pages.offerDeleted, ({ request }) => news(request, offerNews.deleted), hidden);
}

function chosenIn({ url }: Request, today: string) {
  const query = new URL(url).searchParams;
  const choice = choiceIn(query, birthYears(today));
  return {
    tariffType: tariffTypes.find((type) => type === query.get('tariff')) ?? '',
    selfParticipation: String(choice?.deductible ?? ''),
    paymentFrequency: choice?.frequency ?? '',
    horseBirthYear: String(choice?.birthYear ?? ''),
  };
}

/** Takes the same time whether the address gets an offer or has got as many mails as one may get. */
async function requestOffer(
  context: Context,
  wish: OfferRequest,
  author: Author,
  { request, server, sending }: Asked<never> & Sent<OfferRequest>,
): Promise<void> {
  const { config, cipher, now, wordings } = context;
  const source = sourceIn(request.url);
  const network = callerNetwork(config, request, server);
  const documents = await context.documents.currentSet();
  const sent = sendingOf<string>(context, sending, Object.values({ ...wish, source }));
  const { email, reminderConsent } = wish;
  const capped = { emailType: 'offer' as const, recipientEmail: email, now: now() };
  const send = () =>
    perform(context, null, async (deed) => {
      const { tx, at, mail } = deed;
      const known = await sent.known(tx);
      if (known !== null && (await findPriceOffer(tx, known))) return;
      if (config.rateLimit && (await isAtCap(tx, addressHash(config), capped))) return;
      const id = crypto.randomUUID();
      const origin = { id, source, askedBy: author.hash, username: null, requestHash: null, documents };
      await makeOffer(context, deed, wish, origin);
      if (reminderConsent) {
        const wordingSha256 = wordings.hashes.offerReminder;
        await addEvidence(tx, cipher, [{ kind: 'reminder_consent', way: 'page', at, wordingSha256, email }]);
      }
      await mail('offer_requested', { offerId: id }, { network });
      await sent.note(tx, id);
    });
  await inEvenTime(context, send);
}

type Origin = Pick<OfferRecord, 'id' | 'username' | 'requestHash' | 'askedBy' | 'documents'> & {
  source: string | null;
};

/** At the price and until the day that its own transaction sees. */
export async function makeOffer(
  { config }: Pick<Context, 'config'>,
  deed: Deed,
  request: OfferRequest,
  origin: Origin,
): Promise<void> {
  const { tx, at, today } = deed;
  const { horseBirthYear = null, insuranceStartDate = null, reminderConsent = false, ...asked } = request;
  const tariffs = await readTariffsAround(tx, today);
  await addOffer(tx, {
    ...asked,
    ...origin,
    source: origin.source ?? (origin.username === null ? defaultSource : phoneSource),
    ...(await priced(deed, asked, horseBirthYear)),
    horseBirthYear,
    insuranceStartDate,
    reminderConsent,
    number: newReference('AN', today),
    tariffVersion: tariffs.number,
    createdAt: at,
    expiresAt: endOfOffer(today, config.offerDays, tariffs.next),
  });
}

async function priced({ tx, today }: Deed, selection: PricedSelection, horseBirthYear: number | null) {
  const { tariffType, selfParticipation, paymentFrequency } = selection;
  const { baseCents, ageSurchargePercent } = await findBasePrice(tx, tariffType, selfParticipation);
  if (baseCents === null) throw new Error('The catalogue lacks the price of a selectable tariff.');
  const surchargePercent = surchargeOf(ageSurchargePercent, assumedBirthDate(horseBirthYear), today);
  const { monthlyCents } = premiumOf(baseCents, paymentFrequency, surchargePercent);
  return { surchargePercent, monthlyCents };
}

function linkRoutes(site: Site, { beginnings }: WriteLimits) {
  const { context } = site;
  return tokenPage(site, {
    kind: 'offer',
    path: pages.offerOf,
    title: 'Ihr Angebot',
    read: async (token) => {
      const offer = await findOffer(context, token);
      return offer && { ...factsOfOffer(offer), centsNow: await movedPrice(context.db.fresh, offer) };
    },
    show: (offer, { token }) => ({ body: <OfferPage token={token} offer={offer} /> }),
    pdf: {
      path: pages.offerFile,
      read: async (token) => {
        const offer = await findOffer(context, token);
        if (!offer) return null;
        const { name, drawing } = await readOfferCopy(context.db.fresh, offer);
        return { name, drawing: { ...drawing, operator: context.operator } };
      },
    },
    forms: (add) => [
      add({
        form: site.form({ name: 'offer-beginning', event: 'application_not_begun' }),
        path: api.beginFromOffer,
        docs: { tag: 'Angebot', summary: 'Mit einem Angebot einen Antrag beginnen' },
        takes: nothing,
        act: async (pressed) => {
          const id = await begin(context, pressed, () => beginnings.count(pressed));
          return { id, resume: await context.links.newResume(id), request: pressed.request };
        },
        json: ({ id }) => [201, { id }],
        plain: ({ id }) => href(pages.application, { id }),
        cookie: ({ request, resume }) => resumedCookie(request, resume, context.config),
      }),
      add({
        form: site.form({ name: 'offer-deletion', event: 'offer_not_deleted' }),
        path: api.deleteOffer,
        docs: { tag: 'Angebot', summary: 'Ein Angebot löschen' },
        takes: nothing,
        act: (pressed) => remove(context, pressed),
        json: () => [200, { message: offerNews.deleted.sentence }],
        plain: () => pages.offerDeleted,
      }),
    ],
  });
}

async function findOffer({ db, links, site }: Context, token: string, reader: Reader = db.fresh) {
  const link = await links.find('offer', token, reader);
  const offer = link && (await findPriceOffer(reader, link.subject));
  return offer && offer.expiresAt >= site.offerNow() ? offer : null;
}

async function open(context: Context, token: string, reader?: Reader): Promise<OfferRecord> {
  const offer = await findOffer(context, token, reader);
  if (!offer) throw gone();
  return offer;
}

type Pressed = Asked<'token'> & Sent<null>;

/** Begins an application, or finds the one that was begun before and is open; returns its id. @throws Refusal */
async function begin(
  context: Context,
  { request, params: { token }, count }: Pressed,
  countBeginning: () => Promise<void>,
): Promise<string> {
  await open(context, token);
  await count();
  await countBeginning();
  const by = authorOf(request, context.config)?.hash ?? null;
  return await perform(context, null, async ({ tx, at }) => {
    const offer = await open(context, token, tx);
    const begun = await findBegun(tx, offer);
    if (begun) {
      await refuseStaff(doorTo(context, request, begun));
      return begun;
    }
    context.site.assertTaking();
    const id = crypto.randomUUID();
    const from = { prefilledFrom: offer.id, prefilledBy: 'offer', source: offer.source } as const;
    // only who asked for the offer becomes the author
    await addPrefilled(tx, { id, ...from, authorHash: offer.askedBy === by ? by : null, now: at });
    await setBegun(tx, offer.id, id);
    return id;
  });
}

/** The same form sent again finds it done. @throws Refusal */
async function remove(context: Context, { params: { token }, sending, count }: Pressed): Promise<void> {
  const { db, config } = context;
  const sent = sendingOf<true>(context, sending, [token]);
  if (await sent.known(db.fresh)) return;
  await open(context, token);
  await count();
  await perform(context, null, async (deed) => {
    const { tx, at } = deed;
    if (await sent.known(tx)) return;
    const { id } = await open(context, token, tx);
    // otherwise deleting and asking again would send any number of mails
    await rememberMails(tx, addressHash(config), [id], at, 'offerId');
    await eraseRows(deed, 'offer', [id], thePersonConcerned);
    await sent.note(tx, true);
  });
}
