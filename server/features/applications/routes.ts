/** Calls of the wizard. */
import { Elysia } from 'elysia';
import { Enum, Object as ObjectType } from 'typebox';
import { incompleteTitle, setSchema } from '#domain/application';
import { declarations } from '#domain/law/declarations';
import { wordingsHeader } from '#domain/law/wordings';
import { type SetKey, setKeys } from '#domain/steps/all';
import { shownPremiumHeader, toEuro } from '#domain/tariffs/premium';
import { api } from '#domain/urls';
import type { Context } from '../../context';
import { staffBehind } from '../../http/access';
import { authorCookie, authorOf, newAuthor } from '../../http/author';
import { readJson } from '../../http/body';
import { clientAddress } from '../../http/client-address';
import type { RateLimit } from '../../http/rate-limit';
import { Refusal, refusals } from '../../http/refusal';
import { standard, uuidOf } from '../../http/schema';
import type { Read } from '../backoffice/readings';
import { completeApplication } from './completion';
import { readDeclarations, storeDeclarations } from './declarations';
import { offerDocuments } from './documents';
import { type Entered, moveToStep, readApplication, readSet, writeSet } from './service';

const locked = () =>
  refusals.conflict('Der Antrag wurde bereits eingereicht und kann nicht mehr geändert werden.');
const dearer = (monthlyCents: number) =>
  new Refusal(409, { message: 'Der Beitrag hat sich geändert.', monthlyPremium: toEuro(monthlyCents) });
const outdated = () =>
  refusals.invalid([
    { path: wordingsHeader, message: 'Bitte laden Sie diese Seite neu, ihre Texte haben sich geändert' },
  ]);
const stepMessage = 'Der Schritt muss eine Zahl von 1 bis 6 sein';
const stepBody = ObjectType({ step: Enum([1, 2, 3, 4, 5, 6], { errorMessage: stepMessage }) });

/**
 * The public calls for an application. Anyone who knows the id may use them. No response is cached. `read` records what
 * staff read of completed applications.
 */
export function applicationRoutes(context: Context, writes: RateLimit, read: Read) {
  const { config } = context;
  const app = new Elysia({ name: 'applications', detail: { tags: ['Antrag'] } })
    .onTransform(({ set }) => {
      set.headers['cache-control'] = 'no-store';
    })
    // before the body is read, so that refused writes count too
    .onParse(async ({ request, path, server }) => {
      await writes.hit(clientAddress(request, server, config.trustProxy));
      return await readJson(request, path);
    })
    .get(api.application, async ({ params }) => {
      const application = await readApplication(context, uuidOf(params.id));
      if (!application) throw refusals.unknownApplication();
      return application;
    })
    .put(
      api.step,
      async ({ params, body }) => {
        const moved = await moveToStep(context, uuidOf(params.id), body.step);
        if (moved === 'unknown') throw refusals.unknownApplication();
        if (moved === 'completed') throw locked();
        return moved;
      },
      { body: standard(() => stepBody) },
    )
    .put(
      api.complete,
      async ({ params, request }) => {
        const shown = { cents: shownCentsOf(request), wordings: request.headers.get(wordingsHeader) };
        const completion = await completeApplication(context, uuidOf(params.id), shown);
        if (completion.kind === 'unknown') throw refusals.unknownApplication();
        if (completion.kind === 'invalid') throw refusals.invalid(completion.errors);
        if (completion.kind === 'completed') return completion.application;
        if (completion.kind === 'dearer') throw dearer(completion.monthlyCents);
        if (completion.kind === 'unknown_wordings') throw outdated();
        throw new Refusal(422, { message: incompleteTitle, missing: completion.missing });
      },
      { body: standard(() => ObjectType({})) },
    );
  app.use(declarationRoutes(context)).use(documentRoutes(context));
  for (const key of setKeys) app.use(setRoutes(context, key, read));
  return app;
}

/** The monthly premium in cents that the applicant saw; null when the header is missing. */
function shownCentsOf({ headers }: Request): number | null {
  const shown = Number(headers.get(shownPremiumHeader) || Number.NaN);
  return Number.isFinite(shown) ? Math.round(shown * 100) : null;
}

function documentRoutes(context: Context) {
  return new Elysia({ name: 'offered-documents', detail: { tags: ['Antrag'] } }).put(
    api.offeredDocuments,
    async ({ params }) => {
      const offered = await offerDocuments(context, uuidOf(params.id));
      if (!offered) throw refusals.unknownApplication();
      return offered;
    },
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
        const stored = await storeDeclarations(context, uuidOf(params.id), body);
        if (stored === 'unknown') throw refusals.unknownApplication();
        if (stored === 'completed') throw locked();
        return stored;
      },
      { body: standard(() => declarations) },
    );
}

function setRoutes(context: Context, key: SetKey, read: Read) {
  const path = api.set(key);
  return new Elysia({ name: `set-${key}`, detail: { tags: ['Antrag'] } })
    .get(path, async ({ params, request }) => {
      const reader = {
        author: authorOf(request, context.config),
        readAsStaff: async <T>(id: string, find: () => Promise<T | null>) => {
          const staff = await staffBehind(context, request);
          return staff && (await read(staff, 'details_opened', find, (found) => (found ? [id] : [])));
        },
      };
      const record = await readSet(context, uuidOf(params.id), key, reader);
      if (!record) throw refusals.notFound('Diese Angaben gibt es nicht.');
      return record;
    })
    .post(
      path,
      async ({ params, body, request, set }) => {
        const known = authorOf(request, context.config);
        const author = known ?? newAuthor();
        // the schema of `key` has checked the body, but the type of the union does not show that
        const entered = { key, input: body } as Entered;
        const saved = await writeSet(context, uuidOf(params.id), entered, author);
        if (!saved) throw locked();
        if (saved.byAuthor && (!known || saved.created))
          set.headers['set-cookie'] = authorCookie(author, context.config);
        set.status = saved.created ? 201 : 200;
        return saved.record;
      },
      { body: standard(() => setSchema(key, context.today())) },
    );
}
