/** The check before one applies. What somebody answers is neither stored nor logged, and stands in no address. */
import { Elysia } from 'elysia';
import { precheckNotices } from '#domain/form-notices';
import { checkPrecheck, outcomeOf, precheckFields } from '#domain/precheck';
import { pages } from '#domain/urls';
import { PrecheckPage, PrecheckResultPage, resultHead } from '#web/site/precheck.tsx';
import { titles } from '#web/site/titles';
import type { Assets } from '../../assets';
import type { PageCache } from '../../pages/cache';
import { publicForm, type Site, texts } from '../../pages/public-form';
import { openForm } from '../../pages/render';
import { valid } from '../../refusal';

const description =
  'Sechs Fragen zu Ihrem Pferd: So sehen Sie vor dem Antrag, ob die OP-Versicherung es aufnimmt oder ab wann. Ohne Namen und ohne Anmeldung.';

export function precheckRoutes(site: Site, assets: Assets, cache: PageCache) {
  const { context } = site;
  const show = openForm(context, assets, cache, { path: pages.precheck, description });
  const form = publicForm({
    form: site.form({
      name: 'precheck',
      notices: precheckNotices,
      event: 'precheck_failed',
      headers: { 'cache-control': 'no-store' },
    }),
    path: pages.precheck,
    back: null,
    takes: texts(precheckFields),
    // nothing is stored, so it counts for no limit of its own
    act: async ({ input, request }) => {
      const [entries, today] = [input(), context.today()];
      const outcome = outcomeOf(valid(checkPrecheck(entries, today)), today);
      const body = <PrecheckResultPage outcome={outcome} entries={entries} today={today} />;
      return await show.own(request, resultHead(outcome).title.replace(/\.$/, ''), body);
    },
    json: (page) => [200, page],
    plain: (page) => page,
    refuse: ({ request }, entries, { status, ...refused }) => {
      const body = <PrecheckPage entries={entries} today={context.today()} refused={refused} />;
      return show.own(request, `Fehler: ${titles.precheck}`, body, status);
    },
  });
  return new Elysia().use(form).get(
    pages.precheck,
    ({ request }) => {
      const today = context.today();
      // its fields take no day after today
      return show.page(request, titles.precheck, <PrecheckPage entries={{}} today={today} />, today);
    },
    { detail: { hide: true } },
  );
}
