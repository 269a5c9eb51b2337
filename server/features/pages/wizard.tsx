/** Pages of the wizard. Each contains the stored step and what that step needs, never bank data. */
import { Elysia } from 'elysia';
import type { ApplicationRecord } from '#db/applications/find';
import { belongingSentence } from '#domain/access-links';
import { sourceIn } from '#domain/fields';
import { isUuid } from '#domain/ids';
import { pageOperator } from '#domain/operator/operator';
import { maskEmail } from '#domain/people';
import { preparedSentence } from '#domain/preparations/preparations';
import { pausedTitle } from '#domain/site-state';
import type { SetKey, StepNumber } from '#domain/steps/all';
import { href, pages } from '#domain/urls';
import { renderWizard } from '#web/app-pages.tsx';
import { PausedPage } from '#web/site/paused.tsx';
import { ForeignPage, foreignTitle } from '#web/wizard/ForeignPage.tsx';
import { newWizard, openingStep, type WizardStart } from '#web/wizard/start';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { authorOf } from '../../http/author';
import { traceOf } from '../../log';
import type { PageCache } from '../../pages/cache';
import { quietPages } from '../../pages/render';
import { ownPage, renderShared } from '../../pages/shared-page';
import { perState } from '../../site';
import { readPrefill } from '../access/routes';
import { doorTo, isOpen, ownerFor } from '../applications/door';
import { readWizard } from '../applications/service';

/** How long a page waits for its data, in milliseconds. Then it is sent without, and the data follows. */
const soon = 20;

export function wizardPages(context: Context, assets: Assets, cache: PageCache) {
  const { analyticsScriptUrl, submitLabel } = context.config;
  const frames = analyticsScriptUrl !== null;
  const page = perState(context.site, (state) => ({
    assets: assets.page,
    analyticsFrame: frames ? pages.analyticsFrame : null,
    submitLabel,
    wordings: context.wordings.forWizard,
    operator: { ...pageOperator(context.operator, state), analytics: context.operator.analytics },
  }));
  const show = quietPages(context, assets);
  const render = (given: Omit<Parameters<typeof renderWizard>[0], 'page'>) =>
    renderWizard({ ...given, page: page() });
  /** The wizard of an application of which nothing is stored: the same for everybody on one day. */
  const emptyWizard = (route: string, request: Request) => {
    if (context.site.isPaused()) return show.respond(request, pausedTitle, <PausedPage />);
    const today = context.today();
    return cache.respondShared(request, {
      route,
      version: `${today} ${assets.page.app} ${assets.page.styles}`,
      make: () => renderShared(route, (at) => render({ request: at, start: newWizard(today) }), { frames }),
    });
  };
  return new Elysia({ name: 'wizard-pages', detail: { hide: true } })
    .get(pages.calculator, ({ request }) => freshWizard(request))
    .get(pages.wizard, ({ request }) => emptyWizard(pages.wizard, request))
    .get(pages.application, async ({ request, params }) => {
      // a truncated link leads to a new application instead of one that could never be saved
      if (!isUuid(params.id)) return freshWizard(request);
      const id = params.id.toLowerCase();
      if (!(await isOpen(doorTo(context, request, id))))
        return await show.respond(request, foreignTitle, <ForeignPage id={id} />);
      const starting = startOnServer(context, id, request);
      const known = await Promise.race([starting, Bun.sleep(soon)]);
      if (known && !known.begun && !known.failed) return await emptyWizard(pages.application, request);
      const start = known ?? starting;
      const whole = known !== undefined;
      return await ownPage(request, (nonce) => render({ request, nonce, start }), { frames, whole });
    });
}

function freshWizard({ url }: Request): Response {
  const choice = new URL(url).searchParams;
  const query = new URLSearchParams();
  for (const name of ['tariff', 'deductible', 'frequency']) {
    const value = choice.get(name);
    if (value && /^\w{1,20}$/.test(value)) query.set(name, value);
  }
  const source = sourceIn(url);
  if (source) query.set('source', source);
  const location = href(pages.application, { id: crypto.randomUUID() }) + (query.size > 0 ? `?${query}` : '');
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** What a step shows or depends on: the first may be left for later once there is a contact. Step 6 loads its own. */
const needed: Record<StepNumber, SetKey[]> = {
  1: ['horse-data', 'contact-data'],
  2: ['contact-data'],
  3: ['horse-data', 'tariff-selection'],
  4: ['contact-data', 'policyholder-info'],
  5: ['policyholder-info'],
  6: [],
};

/** Start of a wizard that is opened by its address. Never rejects: the page itself reports that its data is missing. */
export async function startOnServer(context: Context, id: string, request: Request): Promise<WizardStart> {
  const nothing = newWizard(context.today());
  try {
    const found = await readWizard(context, id, authorOf(request, context.config));
    if (!found) return nothing;
    if (!found.sets) return { ...nothing, sets: {}, begun: true, step: 6, completed: true };
    const { sets } = found;
    const step = openingStep(found.application.currentStep, sets['sepa-mandate']?.ibanMasked !== undefined);
    return {
      ...nothing,
      begun: true,
      step,
      sets: Object.fromEntries(needed[step].map((key) => [key, sets[key]])),
      catalogue: step === 3 ? (await context.prices.read()).catalogue : null,
      prefill: (found.prefilledBy && (await readPrefill(context, id))) || undefined,
      note: await noteFor(context, request, found.application),
    };
  } catch (error) {
    context.log('error', 'wizard start failed', traceOf(error));
    return { ...nothing, sets: {}, failed: true };
  }
}

/** Above each step: who has prepared it, or whose it is if that may be somebody else. */
async function noteFor(context: Context, request: Request, application: ApplicationRecord) {
  if (application.prefilledBy === 'preparation') return preparedSentence(context.operator.brand.name);
  const owner = await ownerFor(doorTo(context, request, application.id), application);
  return owner ? belongingSentence(maskEmail(owner)) : undefined;
}
