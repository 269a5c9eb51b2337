import { Elysia } from 'elysia';
import { findApplication } from '#db/applications/find';
import { linkRecipientOf } from '#db/mails/recipients';
import { invalidLinkTitle, linkSentSentence, linkSentTitle, linksEndedTitle } from '#domain/access-links';
import { requestNotices } from '#domain/form-notices';
import type { MessageResponse } from '#domain/responses';
import { minuteMs } from '#domain/time';
import { api, href, pages } from '#domain/urls';
import { LinkSentPage, LinksEndedPage } from '#web/site/access/LinkSentPage.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { staffBehind } from '../../http/access';
import { type Author, authorCookie, authorOf, newAuthor, resumedCookie, sendCookie } from '../../http/author';
import { clientAddress } from '../../http/client-address';
import { createPublicForm } from '../../http/forms/public-form';
import { quietHeaders } from '../../http/headers';
import type { RateLimit } from '../../http/limits/rate-limit';
import { uuidOf } from '../../http/schema';
import { type QuietPages, quietPages } from '../../pages/quiet';
import { refusals } from '../../refusal';
import type { WriteLimits } from '../applications/beginnings';
import { isOpenTo, refuseStaff, traceStaff } from '../applications/ownership';
import type { Read } from '../backoffice/readings';
import { beginAnother, deleteDraft, foreign, readPrefill, sendLink } from './service';

const tags = ['Antrag'];
const notCompleted = () => refusals.conflict('Der Antrag ist noch nicht abgeschickt.');

export function accessRoutes(context: Context, assets: Assets, limits: WriteLimits, read: Read) {
  const { writes } = limits;
  const show = quietPages(context, assets);
  return new Elysia({ name: 'access' })
    .use(openingRoutes(context, show))
    .use(draftRoutes(context, writes, read))
    .use(linkRoutes(context, show, writes))
    .use(furtherRoutes(context, show, limits));
}

/** Opening a link uses nothing up, and makes no browser the author of the bank data. */
function openingRoutes(context: Context, show: QuietPages) {
  return new Elysia({ name: 'access-opening', detail: { hide: true } })
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

function draftRoutes(context: Context, writes: RateLimit, read: Read) {
  return new Elysia({ name: 'access-drafts', detail: { tags } })
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

function linkRoutes(context: Context, show: QuietPages, writes: RateLimit) {
  const form = createPublicForm(context, writes, {
    name: 'access-link',
    notices: requestNotices,
    event: 'link_not_sent',
    hourly: 5,
  });
  return new Elysia({ name: 'access-links' })
    .onParse(form.parse)
    .get(api.accessLink, ({ params, request }) => form.back(request, href(pages.application, params)), {
      detail: { hide: true },
    })
    .post(
      api.accessLink,
      async ({ params, body, request, server, set }) => {
        const taken = await form.take(
          { body, request, server },
          {
            entriesOf: () => null,
            accept: async (_, count, sending) => {
              const id = uuidOf(params.id);
              await count();
              await refuseStaff(context, request, id);
              await sendLink(context, id, sending);
            },
            locationOf: () => pages.linkSent,
            refuse: (_, refused) => show.refused(request, refused),
          },
        );
        if (taken instanceof Response) return taken;
        set.status = 202;
        return { message: linkSentSentence };
      },
      { detail: { tags, summary: 'Den Link zu einem Antrag anfordern' } },
    );
}

/** Another application of the same person: by the status link, or in the browser that filled in the first one. */
function furtherRoutes(context: Context, show: QuietPages, { writes, beginnings }: WriteLimits) {
  const form = createPublicForm(context, writes, {
    name: 'another-horse',
    notices: requestNotices,
    event: 'application_not_begun',
  });
  const take = async (
    {
      body,
      request,
      server,
      set,
    }: Parameters<typeof form.take>[0] & {
      set: { status?: number | string; headers: Record<string, string | number> };
    },
    sourceOf: (author: Author | null) => Promise<string>,
  ) => {
    const known = authorOf(request, context.config);
    const author = known ?? newAuthor();
    const taken = await form.take(
      { body, request, server },
      {
        entriesOf: () => null,
        accept: async (_, count) => {
          const from = await sourceOf(known);
          await count();
          await beginnings.count({ request, server });
          return { id: await beginAnother(context, from, author) };
        },
        locationOf: ({ id }: { id: string }) => href(pages.application, { id }),
        refuse: (_, refused) =>
          refused.status === 404 ? show.invalid(request, 'status') : show.refused(request, refused),
      },
    );
    sendCookie(taken, set, authorCookie(author, context.config));
    if (!(taken instanceof Response)) set.status = 201;
    return taken;
  };
  return new Elysia({ name: 'another-horse' })
    .onParse(form.parse)
    .get(api.anotherHorse, ({ params, request }) => form.back(request, href(pages.application, params)), {
      detail: { hide: true },
    })
    .get(api.anotherHorseByLink, ({ params, request }) => form.back(request, href(pages.status, params)), {
      detail: { hide: true },
    })
    .post(
      api.anotherHorseByLink,
      ({ params, body, request, server, set }) =>
        take({ body, request, server, set }, async () => {
          const id = await context.links.applicationOf('status', params.token);
          if (!id) throw refusals.notFound(invalidLinkTitle);
          return id;
        }),
      { detail: { tags, summary: 'Ein weiteres Pferd versichern, mit dem Statuslink' } },
    )
    .post(
      api.anotherHorse,
      ({ params, body, request, server, set }) =>
        take({ body, request, server, set }, async (author) => {
          await refuseStaff(context, request, uuidOf(params.id));
          const application = await findApplication(context.db.read, uuidOf(params.id));
          if (!application) throw refusals.unknownApplication();
          if (author?.hash !== application.authorHash) throw foreign();
          if (!application.completed) throw notCompleted();
          return application.id;
        }),
      { detail: { tags, summary: 'Ein weiteres Pferd versichern' } },
    );
}
