/** Somebody asks to be called, and by the link in the confirmation not to be called any more. */
import { addCallback, type CallbackRecord, findCallback, stopCalls } from '#db/callbacks';
import { addEvidence } from '#db/evidence';
import { type CallbackRequest, callbackRequest } from '#domain/callbacks/request';
import { berlinDay } from '#domain/dates';
import { defaultSource, sourceIn } from '#domain/fields';
import { callbackNotices } from '#domain/form-notices';
import { api, href, pages } from '#domain/urls';
import type { IslandProps } from '#web/islands/Island.tsx';
import { StopCallsPage } from '#web/site/stops.tsx';
import type { Context } from '../../context';
import { perform } from '../../deed';
import { callerNetwork, clientAddress } from '../../http/client-address';
import { type SendingId, sendingOf } from '../../http/forms/submission';
import { fields, publicForm, type Site } from '../../pages/public-form';
import { tokenPage } from '../../pages/token-page';
import { refusals } from '../../refusal';

export type RefusedForm = Omit<IslandProps['callback'], 'sent' | 'serviceHours'> & { status: number };
type ShowForm = (request: Request, form: RefusedForm) => Promise<Response>;

export function callbackRoutes(site: Site, show: ShowForm) {
  const { context } = site;
  return publicForm({
    form: site.form({
      name: 'callback',
      notices: callbackNotices,
      event: 'callback_not_stored',
      headers: { 'cache-control': 'no-store' },
    }),
    path: api.callbackRequests,
    back: () => pages.callback,
    docs: { tag: 'Rückruf', summary: 'Um einen Rückruf bitten' },
    takes: fields(context, () => callbackRequest),
    act: async ({ input, count, sending, request, server }) => {
      const asked = input();
      await count();
      const network = callerNetwork(context.config, request, server);
      return await requestCallback(context, asked, { source: sourceIn(request.url), network, sending });
    },
    json: (id) => [201, { id }],
    plain: (_, { request }) => pages.callbackSent(sourceIn(request.url)),
    refuse: async ({ request }, entered, { status, errors, notice }) => {
      // the form is on the landing page, which is too large for one who asks too often
      if (status === 429) throw refusals.tooMany(0);
      const { dataProcessingConsent: _, ...entries } = entered;
      return await show(request, { entries, errors, source: sourceIn(request.url), notice, status });
    },
  });
}

export function stopCallRoutes(site: Site) {
  const { context, show, writes } = site;
  return tokenPage(site, {
    kind: 'calls',
    path: pages.stopCalls,
    title: 'Rückruf',
    read: (token) => findByLink(context, token),
    show: ({ createdAt, noCallsAt }, { token }) => {
      const asked = { askedOn: berlinDay(new Date(createdAt)), stopped: noCallsAt !== null };
      return { body: <StopCallsPage token={token} {...asked} /> };
    },
  }).post(
    pages.stopCalls,
    async ({ params, request, server }) => {
      await writes.hit(clientAddress(request, server, context.config));
      const asked = await findByLink(context, params.token);
      if (!asked) return await show.invalid(request, 'calls');
      await perform(context, null, ({ tx, at }) => stopCalls(tx, context.cipher, asked.id, at));
      return show.seeOther(href(pages.stopCalls, params));
    },
    { parse: () => ({}), detail: { hide: true } },
  );
}

async function findByLink({ db, links }: Context, token: string): Promise<CallbackRecord['request'] | null> {
  const link = await links.find('calls', token);
  const found = link && (await findCallback(db.fresh, link.subject));
  return found?.request ?? null;
}

type Origin = { source: string | null; network: string; sending: SendingId };

/** Stores a valid request with the proof of its consent; returns its id. Sent again, it is the same request. */
async function requestCallback(
  context: Context,
  { name, phone, email, preferredTime }: CallbackRequest,
  { source, network, sending }: Origin,
): Promise<string> {
  const asked = { name, phone, email, preferredTime: preferredTime || null };
  const callback = { ...asked, source: source ?? defaultSource };
  const sent = sendingOf<string>(context, sending, Object.values(callback));
  return await perform(context, null, async ({ tx, at, mail }) => {
    const known = await sent.known(tx);
    // it may have been erased since
    if (known !== null && (await findCallback(tx, known))) return known;
    const id = await addCallback(tx, callback, at);
    const said = { email, wordingSha256: context.wordings.hashes.calls };
    await addEvidence(tx, context.cipher, [
      { kind: 'call_consent', way: 'page', at, callbackId: id, ...said },
    ]);
    await mail('callback_requested', { callbackRequestId: id }, { network });
    await sent.note(tx, id);
    return id;
  });
}
