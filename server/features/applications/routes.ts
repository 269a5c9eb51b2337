import { isUtf8 } from 'node:buffer';
import { Elysia } from 'elysia';
import { Enum, Object as ObjectType } from 'typebox';
import { addDelivery, type DocumentDelivery, findDelivery } from '#db/applications/deliveries';
import { findApplication, loadApplication } from '#db/applications/find';
import { sha256Of } from '#db/hash';
import { declarations, type Entered, setSchema, shownStateHeader, sourceHeader } from '#domain/application';
import { chosenTariff, type DisclosedDocuments, type Disclosure } from '#domain/document-kinds';
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
import { authorCookie, newAuthor, resumedCookie } from '../../http/author';
import { readJson } from '../../http/body';
import { callerNetwork, clientAddress } from '../../http/client-address';
import { standard, uuidOf } from '../../http/schema';
import { refusals } from '../../refusal';
import type { Read } from '../backoffice/readings';
import { completeApplication, readDeclarations, type ShownPage } from './completion';
import { doorTo, isOpen, refuseStaff, replacerAt, traceStaff, type WriteLimits } from './door';
import { changeOf, publicView, readSet, writeSet } from './service';

const stepMessage = 'Der Schritt muss eine Zahl von 1 bis 6 sein';
const stepBody = ObjectType({ step: Enum([1, 2, 3, 4, 5, 6], { errorMessage: stepMessage }) });

const setPaths: readonly string[] = setKeys.map((key) => api.set(key));
const unknownSet = () => refusals.notFound('Diese Angaben gibt es nicht.');

/** Who knows the id may use these calls, unless `DRAFT_ACCESS` says otherwise. `read` records what staff read. */
export function applicationRoutes(context: Context, { writes, beginnings }: WriteLimits, read: Read) {
  const { config, db } = context;
  const doorOf = (request: Request, params: unknown) =>
    // the hooks stand before routes that all have the parameter
    doorTo(context, request, uuidOf((params as { id: string }).id));
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
      const application = await findApplication(db.read, uuidOf(params.id));
      if (!application) throw refusals.unknownApplication();
      return publicView(application);
    })
    // before the body is checked, as with a wrong role
    .onTransform(({ request, params }) => refuseStaff(doorOf(request, params)))
    // a browser that it does not belong to gets the same as for an id under which nothing is stored
    .onBeforeHandle(async ({ request, params, route }) => {
      if (await isOpen(doorOf(request, params))) return;
      throw request.method === 'GET' && setPaths.includes(route)
        ? unknownSet()
        : refusals.unknownApplication();
    })
    .onAfterHandle(({ request, params }) => traceStaff(doorOf(request, params), read))
    .put(
      api.step,
      async ({ params, body }) => publicView(await changeOf(context, uuidOf(params.id), { step: body.step })),
      { body: standard(() => stepBody) },
    )
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

function shownCentsOf({ headers }: Request): number | null {
  const shown = Number(headers.get(shownPremiumHeader) || Number.NaN);
  return Number.isFinite(shown) ? Math.round(shown * 100) : null;
}

function documentRoutes(context: Context) {
  return new Elysia({ name: 'disclosures', detail: { tags: ['Antrag'] } }).put(
    api.disclosedDocuments,
    ({ params }) => discloseDocuments(context, uuidOf(params.id)),
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
    .put(
      api.declarations,
      async ({ params, body }) => {
        const { adviceWaiver } = await changeOf(context, uuidOf(params.id), { waiver: body.adviceWaiver });
        return { adviceWaiver };
      },
      { body: standard(() => declarations) },
    );
}

function setRoutes(context: Context, beginnings: WriteLimits['beginnings'], key: SetKey) {
  const path = api.set(key);
  const { config, links } = context;
  return new Elysia({ name: `set-${key}`, detail: { tags: ['Antrag'] } })
    .get(path, async ({ params, request, set }) => {
      const read = await readSet(doorTo(context, request, uuidOf(params.id)), key);
      if (!read) throw unknownSet();
      set.headers[shownStateHeader] = read.state;
      return read.record;
    })
    .post(
      path,
      async ({ params, body, request, server, set }) => {
        const door = doorTo(context, request, uuidOf(params.id));
        await beginnings.countIfNew({ request, server }, door);
        const author = door.author() ?? newAuthor();
        const network = callerNetwork(config, request, server);
        const isResumed = await door.resumes();
        // the schema of `key` has checked the body, but the type of the union does not show that
        const entered = { key, input: body } as Entered;
        const source = sourceOf(toldBy(request)) ?? defaultSource;
        const saved = await writeSet(door, entered, { author, network, source }, replacerAt);
        const isMarked = saved.byAuthor && (!door.author() || saved.created);
        const cookies = isMarked ? [authorCookie(author, config)] : [];
        // another address has ended the links, but who corrects it goes on in this browser
        if (isResumed && !(await links.resumes(door.id, door.tokens())))
          cookies.push(resumedCookie(request, await links.newResume(door.id), config));
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

type Sent = { email: string; delivery: DocumentDelivery };

/**
 * Before the declaration (§ 7 VVG, § 15 VersVermV), queues a mail with the documents in force, once for each address,
 * selection and set of documents, and returns the documents with that mail. There is no mail without contact data or
 * tariff, after completion, and when the address has got as many as one address may get.
 *
 * @throws Refusal when nothing was saved under the id
 */
async function discloseDocuments(context: Context, id: string): Promise<DisclosedDocuments> {
  const { documents } = context;
  const [current, set] = await Promise.all([documents.current(), documents.currentSet()]);
  const sent = await perform(context, null, (deed) => offer(deed, id, set));
  return { documents: current, delivery: sent && deliveryView(sent) };
}

async function offer({ tx, mail }: Deed, applicationId: string, documents: Disclosure['documents']) {
  const loaded = await loadApplication(tx, null, applicationId);
  if (!loaded) throw refusals.unknownApplication();
  const email = loaded.sets['contact-data']?.email;
  const content = chosenTariff(loaded.sets);
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
function fingerprintOf(email: string, { documents, tariff, ...offer }: Disclosure): string {
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
