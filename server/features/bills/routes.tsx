/** What each tariff pays of a bill, and what is left. The bill is in the address, and nowhere else. */
import { Elysia } from 'elysia';
import { type BillEntries, billFieldNames, checkBill, exampleEntries } from '#domain/bills/form';
import { pages } from '#domain/urls';
import { WhatIsLeftPage } from '#web/site/bills.tsx';
import { titles } from '#web/site/titles';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import type { PageCache } from '../../pages/cache';
import { openForm } from '../../pages/render';

const description =
  'Eine Tierarztrechnung, drei Tarife: So sehen Sie, was die OP-Versicherung für Pferde zahlt, was an Ihnen hängen bleibt und warum.';

export function billRoutes(context: Context, assets: Assets, cache: PageCache) {
  const show = openForm(context, assets, cache, { path: pages.whatIsLeft, description });
  return new Elysia({ name: 'bills', detail: { hide: true } }).get(pages.whatIsLeft, ({ request }) => {
    const given = entriesIn(request);
    const entries = given ?? exampleEntries;
    const checked = checkBill(entries);
    if (!checked.ok) {
      const page = <WhatIsLeftPage entries={entries} errors={checked.errors} />;
      return show.own(request, `Fehler: ${titles.whatIsLeft}`, page, 422);
    }
    const page = <WhatIsLeftPage entries={entries} bill={checked.value} isExample={given === null} />;
    return show.page(request, titles.whatIsLeft, page);
  });
}

/** What the address leaves out is as in the example; null: it has nothing of a bill. */
function entriesIn({ url }: Request): BillEntries | null {
  const query = new URL(url).searchParams;
  if (!billFieldNames.some((name) => query.has(name))) return null;
  const entries = billFieldNames.map((name) => [name, query.get(name) ?? exampleEntries[name]]);
  return Object.fromEntries(entries) as BillEntries;
}
