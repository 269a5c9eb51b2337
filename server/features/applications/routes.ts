/** Calls of the wizard. */
import { isUtf8 } from 'node:buffer';
import { Elysia } from 'elysia';
import { Enum, Object as ObjectType } from 'typebox';
import { addDelivery, type DocumentDelivery, findDelivery } from '#db/applications/deliveries';
import { loadApplication } from '#db/applications/find';
import { sha256Of } from '#db/hash';
import { declarations, type Entered, setSchema, shownStateHeader, sourceHeader } from '#domain/application';
import { type DocumentOffer, type DocumentSet, type OfferedDocuments, offerOf } from '#domain/document-kinds';
import { defaultSource, sourceOf } from '#domain/fields';
import { wordingsHeader } from '#domain/law/wordings';
import { maskEmail } from '#domain/people';
import { type SetKey, setKeys } from '#domain/steps/all';
import { shownPremiumHeader } from '#domain/tariffs/premium';
import { addressKey } from '#domain/text/addresses';
import { isoOf } from '#domain/time';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { type Deed, perform } from '../../deed';
import { staffBehind } from '../../http/access';
import { authorCookie, authorOf, newAuthor, resumedCookie, resumedIn } from '../../http/author';
import { readJson } from '../../http/body';
import { callerNetwork, clientAddress } from '../../http/client-address';
import { standard, uuidOf } from '../../http/schema';
import { refusals } from '../../refusal';
import type { Read } from '../backoffice/readings';
import type { WriteLimits } from './beginnings';
import { completeApplication, type ShownPage } from './completion';
import { readDeclarations, storeDeclarations } from './declarations';
import { isOpenTo, refuseStaff, replacerOf, traceStaff } from './ownership';
import { moveToStep, readApplication, readSet, writeSet } from './service';

const stepMessage = 'Der Schritt muss eine Zahl von 1 bis 6 sein';
const stepBody = ObjectType({ step: Enum([1, 2, 3, 4, 5, 6], { errorMessage: stepMessage }) });

const setPaths: readonly string[] = setKeys.map((key) => api.set(key));
const unknownSet = () => refusals.notFound('Diese Angaben gibt es nicht.');

/**
 * The public calls for an application. Anyone who knows the id may use them, unless `DRAFT_ACCESS` says otherwise. No
 * response is cached. `read` records what staff read.
 */
export function applicationRoutes(context: Context, { writes, beginnings }: WriteLimits, read: Read) {
  const { config } = context;
  const app = new Elysia({ name: 'applications', detail: { tags: ['Antrag'] } })
    .onTransform(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    // before the body is read, so that refused writes count too
    .onParse(async ({ request, path, server }) => {
      await writes.hit(clientAddress(request, server, config));
      return await readJson(request, path);
    })
    // before the hooks: it shows no person, so it belongs to everybody who has the id, and leaves no row
    .get(api.application, async ({ params }) => {
      const application = await readApplication(context, uuidOf(params.id));
      if (!application) throw refusals.unknownApplication();
      return application;
    })
    // before the body is checked, as with a wrong role
    .onTransform(({ params, request }) => refuseStaff(context, request, idIn(params)))
    // a browser that it does not belong to gets the same as for an id under which nothing is stored
    .onBeforeHandle(async ({ params, request, route }) => {
      if (await isOpenTo(context, request, idIn(params))) return;
      throw request.method === 'GET' && setPaths.includes(route)
        ? unknownSet()
        : refusals.unknownApplication();
    })
    .onAfterHandle(({ params, request }) => traceStaff(context, read, request, idIn(params)))
    .put(api.step, ({ params, body }) => moveToStep(context, uuidOf(params.id), body.step), {
      body: standard(() => stepBody),
    })
    .put(
      api.complete,
      ({ params, request }) => completeApplication(context, uuidOf(params.id), shownBy(request)),
      { body: standard(() => ObjectType({})) },
    );
  app.use(declarationRoutes(context)).use(documentRoutes(context));
  for (const key of setKeys) app.use(setRoutes(context, beginnings, key));
  return app;
}

function shownBy(request: Request): ShownPage {
  const { headers } = request;
  return {
    state: headers.get(shownStateHeader),
    cents: shownCentsOf(request),
    wordings: headers.get(wordingsHeader),
  };
}

/** The hooks stand before routes that all have the parameter. */
function idIn(params: unknown): string {
  return uuidOf((params as { id: string }).id);
}

/** The monthly premium in cents that the applicant saw; null when the header is missing. */
function shownCentsOf({ headers }: Request): number | null {
  const shown = Number(headers.get(shownPremiumHeader) || Number.NaN);
  return Number.isFinite(shown) ? Math.round(shown * 100) : null;
}

function documentRoutes(context: Context) {
  return new Elysia({ name: 'offered-documents', detail: { tags: ['Antrag'] } }).put(
    api.offeredDocuments,
    ({ params }) => offerDocuments(context, uuidOf(params.id)),
    { body: standard(() => ObjectType({})) },
  );
}

function declarationRoutes(context: Context) {
  return new Elysia({ name: 'declarations', detail: { tags: ['Antrag'] } })
    .get(api.declarations, async ({ params }) => {
      const stored = await readDeclarations(context, uuidOf(params.id));
      if (!stored) throw refusals.unknownApplication();
      return stored;
    })
    .put(api.declarations, ({ params, body }) => storeDeclarations(context, uuidOf(params.id), body), {
      body: standard(() => declarations),
    });
}

function setRoutes(context: Context, beginnings: WriteLimits['beginnings'], key: SetKey) {
  const path = api.set(key);
  const { config, links } = context;
  return new Elysia({ name: `set-${key}`, detail: { tags: ['Antrag'] } })
    .get(path, async ({ params, request, set }) => {
      const viewer = {
        author: authorOf(request, config),
        isStaff: async () => (await staffBehind(context, request)) !== null,
      };
      const read = await readSet(context, uuidOf(params.id), key, viewer);
      if (!read) throw unknownSet();
      set.headers[shownStateHeader] = read.state;
      return read.record;
    })
    .post(
      path,
      async ({ params, body, request, server, set }) => {
        const id = uuidOf(params.id);
        await beginnings.countIfNew({ request, server }, id);
        const known = authorOf(request, config);
        const author = known ?? newAuthor();
        const network = callerNetwork(config, request, server);
        const resumed = resumedIn(request, config);
        const isResumed = await links.resumes(id, resumed);
        // the schema of `key` has checked the body, but the type of the union does not show that
        const entered = { key, input: body } as Entered;
        const replacer = await replacerOf(context, request, id, entered);
        const source = sourceOf(toldBy(request)) ?? defaultSource;
        const saved = await writeSet(context, id, entered, { author, network, source, replacer });
        const cookies = saved.byAuthor && (!known || saved.created) ? [authorCookie(author, config)] : [];
        // another address has ended the links, but who corrects it goes on in this browser
        if (isResumed && !(await links.resumes(id, resumed)))
          cookies.push(resumedCookie(request, await links.newResume(id), config));
        if (cookies.length > 0) set.headers['set-cookie'] = cookies;
        set.status = saved.created ? 201 : 200;
        return saved.record;
      },
      { body: standard(() => setSchema(key, context.today())) },
    );
}

/** The wizard encodes it. Others may send letters, as UTF-8 or Latin-1. */
function toldBy({ headers }: Request): string {
  const given = headers.get(sourceHeader) ?? '';
  const bytes = Buffer.from(given, 'latin1');
  const told = isUtf8(bytes) ? bytes.toString() : given;
  try {
    return decodeURIComponent(told);
  } catch {
    return told;
  }
}

/** Sends the documents to an applicant before the declaration (§ 7 VVG, § 15 VersVermV). */

type Sent = { email: string; delivery: DocumentDelivery };

/**
 * Queues a mail with the documents in force, once for each address, selection and set of documents, and returns the
 * documents with that mail. There is no mail without contact data or tariff, after completion, and when the address has
 * got as many as one address may get.
 *
 * @throws Refusal when nothing was saved under the id
 */
async function offerDocuments(context: Context, id: string): Promise<OfferedDocuments> {
  const { documents } = context;
  const [current, set] = await Promise.all([documents.current(), documents.currentSet()]);
  const sent = await perform(context, null, (deed) => offer(deed, id, set));
  return { documents: current, delivery: sent && deliveryView(sent) };
}

async function offer(
  { tx, mail }: Deed,
  applicationId: string,
  documents: DocumentSet,
): Promise<Sent | null> {
  const loaded = await loadApplication(tx, null, applicationId);
  if (!loaded) throw refusals.unknownApplication();
  const email = loaded.sets['contact-data']?.email;
  const content = offerOf(loaded.sets);
  if (loaded.application.completed || !email || !content) return null;

  const contents = { ...content, documents };
  const fingerprint = fingerprintOf(email, contents);
  const known = await findDelivery(tx, applicationId, fingerprint);
  if (known) return { email, delivery: known };
  const [queued] = await mail('documents_offered', { applicationId });
  if (!queued) return null;
  const { id: mailId, createdAt: at } = queued;
  await addDelivery(tx, { applicationId, fingerprint, mailId, contents, at });
  return { email, delivery: { queuedAt: at, sentAt: null, returned: false } };
}

/** The same for the same address in any spelling, selection with its price, and set of documents. */
function fingerprintOf(email: string, { documents, tariff, ...offer }: DocumentOffer): string {
  const { deductible, frequency, periodCents } = offer;
  const parts = [addressKey(email), tariff, deductible, frequency, periodCents, Object.entries(documents)];
  return sha256Of(JSON.stringify(parts));
}

function deliveryView({ email, delivery: { queuedAt, sentAt, returned } }: Sent) {
  return {
    to: maskEmail(email),
    queuedAt: isoOf(queuedAt),
    sentAt: isoOf(sentAt),
    ...(returned && { returned }),
  };
}
