import { Elysia } from 'elysia';
import { findPerson } from '#db/persons';
import { linkSentTitle } from '#domain/access-links';
import { tidied } from '#domain/fields';
import { addressRequest } from '#domain/people';
import { type Erasure, erasedTitle, privacyRequested } from '#domain/privacy/own-data';
import { minuteMs } from '#domain/time';
import { api, pages } from '#domain/urls';
import { OwnDataPage, OwnDataRequestPage } from '#web/site/privacy/OwnDataPage.tsx';
import type { Context } from '../../context';
import { callerNetwork, clientAddress } from '../../http/client-address';
import { sendingOf } from '../../http/forms/submission';
import { fileHeaders, quietHeaders } from '../../http/headers';
import { rateLimit } from '../../http/limits/rate-limit';
import { lookInTurn } from '../../http/limits/read-limits';
import { fields, nothing, publicForm, type Received, type Site, texts } from '../../pages/public-form';
import { gone, tokenPage } from '../../pages/token-page';
import type { SeenData } from './own-data';
import { shownOf } from './own-sections';
import { eraseOwnData, openPrivacyLink, readOwnData, requestPrivacyLink } from './service';

const title = 'Meine Daten';
const tag = title;

export function privacyRoutes(site: Site) {
  const { context, show } = site;
  const form = site.form({ name: 'privacy', event: 'privacy_request_failed' });
  const asking = publicForm({
    form,
    path: api.privacyRequests,
    back: () => pages.ownData,
    docs: { tag, summary: 'Den Link zu den eigenen Daten anfordern' },
    takes: fields(context, () => addressRequest),
    act: async ({ input, count, sending, request, server }) => {
      const { email: address } = input();
      await count();
      const network = callerNetwork(context.config, request, server);
      await requestPrivacyLink(context, { address, network, sending });
    },
    json: () => [202, { message: privacyRequested }],
    plain: () => `${pages.ownData}?link=gesendet`,
    refuse: ({ request }, { email }, { status, errors, notice }) =>
      show.typed(request, title, <OwnDataRequestPage refused={{ email, errors, notice }} />, status),
  });
  const shown = ({ request }: { request: Request }) => {
    const sent = new URL(request.url).searchParams.get('link') === 'gesendet';
    const news = sent ? `${linkSentTitle}: ${title}` : title;
    return show.respond(request, news, <OwnDataRequestPage sent={sent} />);
  };
  return new Elysia()
    .use(asking)
    .get(pages.ownData, shown, { detail: { hide: true } })
    .use(ownDataPage(site, form));
}

function ownDataPage(site: Site, form: ReturnType<Site['form']>) {
  const { context, show } = site;
  const read = createReading(context);
  // with a limit of its own: whoever asked for several links may still enter five wrong dates
  const erasing = site.form({ name: 'privacy-erasing', event: 'erasure_failed' });
  return tokenPage<SeenData, { birthDate: string }>(site, {
    kind: 'privacy',
    path: pages.ownDataOf,
    title,
    read,
    show: (data, { token }) => ({ body: <OwnDataPage token={token} data={shownOf(data)} /> }),
    forms: (add) => [
      add({
        form,
        path: api.exportOwnData,
        docs: { tag, summary: 'Die eigenen Daten als JSON' },
        takes: nothing,
        // it counts with the looks, not with the requests for a link
        act: async ({ params: { token }, ...from }) => {
          const data = await read(token, from);
          if (!data) throw gone();
          return data;
        },
        json: (data) => [200, fileOf(data)],
        plain: fileOf,
      }),
      add({
        form: erasing,
        path: api.eraseOwnData,
        docs: { tag, summary: 'Die eigenen Daten löschen' },
        takes: texts(['birthDate']),
        act: async ({ params: { token }, input, count, sending, request }) => {
          const birthDate = tidied(input().birthDate);
          const sent = sendingOf<Erasure>(context, sending, [token, birthDate]);
          const before = await sent.known(context.db.fresh);
          if (before) return before;
          const link = await openPrivacyLink(context, token);
          if (!link) throw gone();
          await count();
          // without the write, which may wait for its lock: readings would wait behind it
          const found = await lookInTurn(request, () => findPerson(context.db, link.address));
          return await eraseOwnData(context, { token, birthDate, found, sent });
        },
        json: (erased) => [200, erased],
        // no address can have the page say that something was erased
        plain: (erased, { request }) =>
          show.respond(request, `${erasedTitle(erased)}: ${title}`, <OwnDataRequestPage erased={erased} />),
        refuse: async ({ request, params: { token } }, { birthDate }, { status, message, ...refused }) => {
          // nothing is read for whoever asks too often
          if (status === 429) return await show.refused(request, { status, message });
          const link = status === 404 ? null : await openPrivacyLink(context, token);
          if (!link) return await show.invalid(request, 'privacy');
          const data = await lookInTurn(request, () => readOwnData(context, link.address));
          const body = <OwnDataPage token={token} data={shownOf(data)} refused={{ birthDate, ...refused }} />;
          return await show.respond(request, `Fehler: ${title}`, body, status);
        },
      }),
    ],
  });
}

/** Reads what a link opens, some times a minute: a look reads ten tables. Null if it opens nothing. */
function createReading(context: Context) {
  const windowMs = minuteMs;
  const ofClient = rateLimit(context, { name: 'privacy-reading', limit: 20, windowMs });
  const ofLink = rateLimit(context, { name: 'privacy-reading-link', limit: 5, windowMs });
  return async (token: string, { request, server }: Received) => {
    const link = await openPrivacyLink(context, token);
    if (!link) return null;
    await ofClient.hit(clientAddress(request, server, context.config));
    await ofLink.hit(link.hash);
    return await lookInTurn(request, () => readOwnData(context, link.address));
  };
}

function fileOf(data: SeenData): Response {
  return new Response(JSON.stringify(data, null, 2), {
    headers: { ...quietHeaders, ...fileHeaders('Meine-Daten.json', 'application/json;charset=utf-8') },
  });
}
