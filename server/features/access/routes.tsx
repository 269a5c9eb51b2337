import { Elysia } from 'elysia';
import { findApplication } from '#db/applications/find';
import { linkRecipientOf } from '#db/mails/recipients';
import { linkSentSentence, linkSentTitle, linksEndedTitle } from '#domain/access-links';
import { requestNotices } from '#domain/form-notices';
import type { MessageResponse } from '#domain/responses';
import { hourMs, minuteMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { LinkSentPage, LinksEndedPage } from '#web/site/access.tsx';
import { staffBehind } from '../../http/access';
import { authorCookie, authorOf, newAuthor, resumedCookie } from '../../http/author';
import { clientAddress } from '../../http/client-address';
import { quietHeaders } from '../../http/headers';
import { rateLimit } from '../../http/limits/rate-limit';
import { uuidOf } from '../../http/schema';
import {
  buttonRefused,
  nothing,
  publicForm,
  type Received,
  type Sent,
  type Site,
} from '../../pages/public-form';
import { gone } from '../../pages/token-page';
import { refusals } from '../../refusal';
import type { WriteLimits } from '../applications/beginnings';
import { isOpenTo, refuseStaff, traceStaff } from '../applications/ownership';
import type { Read } from '../backoffice/readings';
import { beginAnother, deleteDraft, foreign, readPrefill, sendLink } from './service';

const tag = 'Antrag';
const tags = [tag];
const notCompleted = () => refusals.conflict('Der Antrag ist noch nicht abgeschickt.');

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
  return new Elysia({ detail: { tags } })
    .onTransform(({ set }) => {
      Object.assign(set.headers, quietHeaders);
    })
    .delete(
      api.application,
      async ({ params, request, server }): Promise<MessageResponse> => {
        await writes.hit(clientAddress(request, server, context.config));
        const id = uuidOf(params.id);
        await refuseStaff(context, request, id);
        await deleteDraft(context, await staffBehind(context, request), request, id);
        return { message: 'Ihr Antrag ist gelöscht.' };
      },
      { parse: () => ({}), detail: { summary: 'Einen offenen Antrag löschen' } },
    )
    .get(
      api.prefill,
      async ({ params, request }) => {
        const id = uuidOf(params.id);
        const prefill = (await isOpenTo(context, request, id)) && (await readPrefill(context, id));
        if (!prefill) throw refusals.notFound('Zu diesem Antrag ist nichts übernommen.');
        await traceStaff(context, read, request, id);
        return prefill;
      },
      { detail: { summary: 'Womit ein Antrag beginnt' } },
    );
}

function linkForm(site: Site) {
  const { context } = site;
  const anHour = rateLimit(context, { name: 'access-link-hour', limit: 5, windowMs: hourMs });
  return publicForm({
    form: site.form({ name: 'access-link', notices: requestNotices, event: 'link_not_sent' }),
    path: api.accessLink,
    back: (params) => href(pages.application, params),
    docs: { tag, summary: 'Den Link zu einem Antrag anfordern' },
    takes: nothing,
    act: async ({ params, count, sending, request, server }) => {
      const id = uuidOf(params.id);
      await count();
      await anHour.hit(clientAddress(request, server, context.config));
      await refuseStaff(context, request, id);
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
    await sent.count();
    await beginnings.count(sent);
    const author = authorOf(sent.request, context.config) ?? newAuthor();
    return { id: await beginAnother(context, from, author), author };
  };
  type Begun = Awaited<ReturnType<typeof begin>>;
  const common = {
    form: site.form({ name: 'another-horse', notices: requestNotices, event: 'application_not_begun' }),
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
          const { request, params } = sent;
          await refuseStaff(context, request, uuidOf(params.id));
          const application = await findApplication(context.db.read, uuidOf(params.id));
          if (!application) throw refusals.unknownApplication();
          if (authorOf(request, context.config)?.hash !== application.authorHash) throw foreign();
          if (!application.completed) throw notCompleted();
          return await begin(application.id, sent);
        },
      }),
    );
}
