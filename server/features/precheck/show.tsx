import type { ReactNode } from 'react';
import { type Answers, outcomeOf, type PrecheckEntries } from '#domain/precheck/precheck';
import { pages } from '#domain/urls';
import { PrecheckPage } from '#web/site/precheck/PrecheckPage.tsx';
import { PrecheckResultPage } from '#web/site/precheck/PrecheckResultPage.tsx';
import { precheckTitle, resultHead } from '#web/site/precheck/titles';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import type { PageCache } from '../../pages/cache';
import { pageHeaders, pageRenderer, publicHead } from '../../pages/render';

const description =
  'Sechs Fragen zu Ihrem Pferd: So sehen Sie vor dem Antrag, ob die OP-Versicherung es aufnimmt, oder ab wann. Ohne Namen und ohne Anmeldung.';

type Refused = NonNullable<Parameters<typeof PrecheckPage>[0]['refused']>;

export type PrecheckPages = ReturnType<typeof createPrecheckPages>;

/** They have no analytics and ask nothing about cookies, as all forms (decision 010). */
export function createPrecheckPages(context: Context, assets: Assets, cache: PageCache) {
  const { operator } = context;
  const renderer = pageRenderer(assets, operator);
  const headers = (caching?: string) => pageHeaders(context, caching, true);
  const render = (request: Request, title: string, body: ReactNode) => {
    const noindex = new URL(request.url).search !== '';
    const head = { title: `${title} | ${operator.brand.name}`, description, noindex, quiet: true } as const;
    return renderer(request, publicHead(context, pages.precheck, head), body);
  };
  const respond = async (request: Request, title: string, body: ReactNode, status = 200) =>
    new Response(await render(request, title, body), { status, headers: headers('no-store') });
  return {
    form: async (request: Request) => {
      const today = context.today();
      const body = <PrecheckPage entries={{}} today={today} />;
      // its fields take no day after today
      return show.page(request, titles.precheck, body, today);
    },
    refused: (request: Request, entries: PrecheckEntries, status: number, refused: Refused) => {
      const body = <PrecheckPage entries={entries} today={context.today()} refused={refused} />;
      return respond(request, `Fehler: ${precheckTitle}`, body, status);
    },
    result: (request: Request, entries: PrecheckEntries, answers: Answers) => {
      const today = context.today();
      const outcome = outcomeOf(answers, today);
      const body = <PrecheckResultPage outcome={outcome} entries={entries} today={today} />;
      return respond(request, resultHead(outcome).title.replace(/\.$/, ''), body);
    },
  };
}
