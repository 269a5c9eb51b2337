import { type Answers, outcomeOf, type PrecheckEntries } from '#domain/precheck/precheck';
import { pages } from '#domain/urls';
import { PrecheckPage } from '#web/site/precheck/PrecheckPage.tsx';
import { PrecheckResultPage } from '#web/site/precheck/PrecheckResultPage.tsx';
import { resultHead } from '#web/site/precheck/titles';
import { titles } from '#web/site/titles';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import type { PageCache } from '../../pages/cache';
import { openForm } from '../../pages/open-form';

const description =
  'Sechs Fragen zu Ihrem Pferd: So sehen Sie vor dem Antrag, ob die OP-Versicherung es aufnimmt, oder ab wann. Ohne Namen und ohne Anmeldung.';

type Refused = NonNullable<Parameters<typeof PrecheckPage>[0]['refused']>;

export type PrecheckPages = ReturnType<typeof createPrecheckPages>;

export function createPrecheckPages(context: Context, assets: Assets, cache: PageCache) {
  const show = openForm(context, assets, cache, { path: pages.precheck, description });
  return {
    form: (request: Request) => {
      const today = context.today();
      const body = <PrecheckPage entries={{}} today={today} />;
      // its fields take no day after today
      return show.page(request, titles.precheck, body, today);
    },
    refused: (request: Request, entries: PrecheckEntries, status: number, refused: Refused) => {
      const body = <PrecheckPage entries={entries} today={context.today()} refused={refused} />;
      return show.own(request, `Fehler: ${titles.precheck}`, body, status);
    },
    result: (request: Request, entries: PrecheckEntries, answers: Answers) => {
      const today = context.today();
      const outcome = outcomeOf(answers, today);
      const body = <PrecheckResultPage outcome={outcome} entries={entries} today={today} />;
      return show.own(request, resultHead(outcome).title.replace(/\.$/, ''), body);
    },
  };
}
