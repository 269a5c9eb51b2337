import { Elysia } from 'elysia';
import { linksEndedAt } from '#db/access-links';
import { findApplication } from '#db/applications/find';
import { addPrefilled, countPrefilled, findPrefill } from '#db/applications/prefill';
import { rememberMails } from '#db/mails/caps';
import { linkRecipientOf } from '#db/mails/recipients';
import { linkSentSentence, linkSentTitle, linksEndedTitle } from '#domain/access-links';
import { type Prefill, prefillOf } from '#domain/preparations/prefill';
import type { MessageResponse } from '#domain/responses';
import { dayMs, hourMs, minuteMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { LinkSentPage, LinksEndedPage } from '#web/site/access.tsx';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { eraseRows } from '../../erasures';
import { type Author, authorCookie, authorOf, newAuthor, resumedCookie } from '../../http/author';
import { clientAddress } from '../../http/client-address';
import { inEvenTime, type SendingId, sendingOf } from '../../http/forms/submission';
import { quietHeaders } from '../../http/headers';
import { rateLimit } from '../../http/limits/rate-limit';
import { uuidOf } from '../../http/schema';
import { addressHash } from '../../keyed-hash';
import {
  buttonRefused,
  nothing,
  publicForm,
  type Received,
  type Sent,
  type Site,
} from '../../pages/public-form';
import { gone } from '../../pages/token-page';
import { Refusal, refusals } from '../../refusal';
import {
  type Door,
  doorTo,
  isOpen,
  isOwn,
  refuseStaff,
  traceStaff,
  type WriteLimits,
} from '../applications/door';
import type { Read } from '../backoffice/readings';

const tag = 'Antrag';

export function accessRoutes(site: Site, { beginnings }: Pick<WriteLimits, 'beginnings'>, read: Read) {
  return new Elysia()
    .use(openingRoutes(site))
    .use(draftRoutes(site, read))
    .use(linkForm(site))
    .use(furtherForms(site, beginnings));
}

/** Opening a link uses nothing up, and makes no browser the author of the bank data. */
function openingRoutes({ context, show }: Site) {
  return new Elysia({ detail: { hide: true } })
    .get(pages.linkSent, async ({ request }) => {
      const { db, config, now } = context;
      const author = authorOf(request, config);
      const lately = { since: now() - 10 * minuteMs, now: now() };
      const to = author && (await linkRecipientOf(db.fresh, author.hash, lately));
      return await show.respond(request, linkSentTitle, <LinkSentPage to={to} />);
    })
    .get(pages.linksEnded, ({ request }) => show.respond(request, linksEndedTitle, <LinksEndedPage />))
    .get(pages.resume, async ({ params, request }) => {
      const id = await context.links.applicationOf('resume', params.token);
      if (!id) return await show.invalid(request, 'resume');
      const cookie = resumedCookie(request, params.token, context.config);
      const headers = { ...quietHeaders, location: href(pages.application, { id }), 'set-cookie': cookie };
      return new Response(null, { status: 303, headers });
    });
}

function draftRoutes({ context, writes }: Site, read: Read) {
  return new Elysia({ detail: { tags: [tag] } })
    .onTransform(({ set }) => {
      Object.assign(set.headers, quietHeaders);
    })
    .delete(
      api.application,
      async ({ params, request, server }): Promise<MessageResponse> => {
        await writes.hit(clientAddress(request, server, context.config));
        const door = doorTo(context, request, uuidOf(params.id));
        await refuseStaff(door);
        await deleteDraft(door);
        return { message: 'Ihr Antrag ist gelöscht.' };
      },
      { parse: () => ({}), detail: { summary: 'Einen offenen Antrag löschen' } },
    )
    .get(
      api.prefill,
      async ({ params, request }) => {
        const door = doorTo(context, request, uuidOf(params.id));
        const prefill = (await isOpen(door)) && (await readPrefill(context, door.id));
        if (!prefill) throw refusals.notFound('Zu diesem Antrag ist nichts übernommen.');
        await traceStaff(door, read);
        return prefill;
      },
      { detail: { summary: 'Womit ein Antrag beginnt' } },
    );
}

function linkForm(site: Site) {
  const { context } = site;
  const anHour = rateLimit(context, { name: 'access-link-hour', limit: 5, windowMs: hourMs });
  return publicForm({
    form: site.form({ name: 'access-link', event: 'link_not_sent' }),
    path: api.accessLink,
    back: (params) => href(pages.application, params),
    docs: { tag, summary: 'Den Link zu einem Antrag anfordern' },
    takes: nothing,
    act: async ({ params, count, sending, request, server }) => {
      const id = uuidOf(params.id);
      await count();
      await anHour.hit(clientAddress(request, server, context.config));
      await refuseStaff(doorTo(context, request, id));
      await sendLink(context, id, sending);
    },
    json: () => [202, { message: linkSentSentence }],
    plain: () => pages.linkSent,
    refuse: buttonRefused(site, 'resume'),
  });
}

/** Another application of the same person: by the status link, or in the browser that filled in the first one. */
function furtherForms(site: Site, beginnings: WriteLimits['beginnings']) {
  const { context } = site;
  const begin = async (from: string, sent: Received & Sent<null>) => {
    context.site.assertTaking();
    await sent.count();
    await beginnings.count(sent);
    const author = authorOf(sent.request, context.config) ?? newAuthor();
    return { id: await beginAnother(context, from, author), author };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const common = {
    form: site.form({ name: 'another-horse', event: 'application_not_begun' }),
    takes: nothing,
    json: ({ id }: Begun): [number, object] => [201, { id }],
    plain: ({ id }: Begun) => href(pages.application, { id }),
    cookie: ({ author }: Begun) => authorCookie(author, context.config),
    refuse: buttonRefused(site, 'status'),
  };
  return new Elysia()
    .use(
      publicForm({
        ...common,
        path: api.anotherHorseByLink,
        back: (params) => href(pages.status, params),
        docs: { tag, summary: 'Ein weiteres Pferd versichern, mit dem Statuslink' },
        act: async (sent) => {
          const id = await context.links.applicationOf('status', sent.params.token);
          if (!id) throw gone();
          return await begin(id, sent);
        },
      }),
    )
    .use(
      publicForm({
        ...common,
        path: api.anotherHorse,
        back: (params) => href(pages.application, params),
        docs: { tag, summary: 'Ein weiteres Pferd versichern' },
        act: async (sent) => {
          const door = doorTo(context, sent.request, uuidOf(sent.params.id));
          await refuseStaff(door);
          const application = await door.application();
          if (!application) throw refusals.unknownApplication();
          if (door.author()?.hash !== application.authorHash) throw foreign();
          if (!application.completed) throw refusals.conflict('Der Antrag ist noch nicht abgeschickt.');
          return await begin(application.id, sent);
        },
      }),
    );
}

const foreign = () => refusals.forbidden('Das geht nur in dem Browser, in dem der Antrag begonnen wurde.');
const completed = () =>
  refusals.conflict('Der Antrag wurde bereits eingereicht und kann hier nicht mehr gelöscht werden.');
const tooMany = () =>
  new Refusal(429, { message: 'Bitte versuchen Sie es morgen erneut.' }, { 'retry-after': '3600' });

/** Takes the same time whether there is one or not, except in load tests, which switch off all limits. */
async function sendLink(context: Context, applicationId: string, sending: SendingId): Promise<void> {
  const send = () =>
    perform(context, null, async ({ tx, mail }) => {
      // who asks again after the links were ended, for a corrected address or after the completion has no such link yet
      const completed = (await findApplication(tx, applicationId))?.completed;
      const about = [applicationId, completed, await linksEndedAt(tx, applicationId)];
      const sent = sendingOf<true>(context, sending, about);
      if (await sent.known(tx)) return;
      await sent.note(tx, true);
      await mail('link_requested', { applicationId });
    });
  await inEvenTime(context, send);
}

async function deleteDraft(door: Door): Promise<void> {
  const { context, id } = door;
  const own = await isOwn(door);
  const staff = await door.staff();
  await perform(context, staff, async (deed) => {
    const { tx, at } = deed;
    const application = await findApplication(tx, id);
    if (!application) throw refusals.unknownApplication();
    if (application.completed) throw completed();
    if (!own) throw foreign();
    // otherwise deleting and beginning again would send any number of mails to an address
    await rememberMails(tx, addressHash(context.config), [id], at);
    await eraseRows(deed, staff ? 'application' : 'draft', [id]);
  });
}

const mostFollowUps = 20;

async function beginAnother(context: Context, from: string, author: Author): Promise<string> {
  return await perform(context, null, async ({ tx, at }) => {
    const lately = { since: at - dayMs, now: at };
    if (context.config.rateLimit && (await countPrefilled(tx, from, lately)) >= mostFollowUps)
      throw tooMany();
    const id = crypto.randomUUID();
    await addPrefilled(tx, {
      id,
      prefilledFrom: from,
      prefilledBy: 'application',
      authorHash: author.hash,
      source: (await findApplication(tx, from))?.source ?? null,
      now: at,
    });
    return id;
  });
}

/** What the steps of an application contain at first; null if it has no source, or that has nothing (any more). */
export async function readPrefill({ db, cipher, today }: Context, id: string): Promise<Prefill | null> {
  const found = await findPrefill(db.read, cipher, id);
  return found && prefillOf(found, today());
}
