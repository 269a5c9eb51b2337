import { describe, expect, test } from 'bun:test';
import { and, eq } from 'drizzle-orm';
import { premiumOptions } from '#db/schema/tariffs';
import { setApp } from '#tests/support/app';

type Catalogue = {
  tariffs: { type: string; benefits: Record<string, unknown>[]; [name: string]: unknown }[];
  selfParticipationOptions: number[];
  ageSurchargePercent: number;
};

const priced = (...amounts: number[]) =>
  amounts.map((monthlyPremium, index) => ({ selfParticipation: [0, 250, 500, 1000][index], monthlyPremium }));
const benefits = expect.any(Array);

/** The tariffs of docs/product.md, "Tariff catalogue". */
const expected = [
  {
    type: 'basis',
    name: 'Basis-OP-Schutz',
    badge: 'Günstiger Basisschutz',
    premiumOptions: priced(39.77, 35.8, 31.42, 22.68),
    benefits,
  },
  {
    type: 'top',
    name: 'Top-OP-Schutz',
    badge: 'Empfehlung',
    premiumOptions: priced(48.44, 44.58, 40.21, 31.49),
    benefits,
  },
  {
    type: 'premium',
    name: 'Premium-OP-Schutz',
    badge: 'Umfassender Schutz',
    premiumOptions: priced(69.52, 65.35, 60.49, 51.44),
    benefits,
  },
];

const app = setApp();
const get = (ifNoneMatch?: string, at = app) =>
  at.ask('GET', '/api/tariffs', {
    headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch },
  });
const setPrice = (monthlyCents: number) =>
  app.db.write(async (tx) => {
    const one = and(eq(premiumOptions.tariffType, 'top'), eq(premiumOptions.selfParticipation, 250));
    await tx.update(premiumOptions).set({ monthlyCents }).where(one);
  });
const priceOf = async (response: Response) => {
  const { tariffs } = (await response.json()) as { tariffs: typeof expected };
  return tariffs[1]?.premiumOptions[1]?.monthlyPremium;
};

describe('the tariffs', () => {
  test('have exactly this shape and these prices', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const catalogue = (await response.json()) as Catalogue;
    expect(catalogue).toEqual({
      tariffs: expected,
      selfParticipationOptions: [0, 250, 500, 1000],
      ageSurchargePercent: 20,
    });
    for (const tariff of catalogue.tariffs) {
      expect(tariff.benefits.length).toBeGreaterThan(3);
      for (const benefit of tariff.benefits) {
        expect(benefit).toEqual({
          name: expect.stringMatching(/\S/),
          beschreibung: expect.stringMatching(/\S/),
        });
      }
    }
  });

  test('may be cached for a minute, and then revalidated by ETag', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const marks = [etag, `"other", ${etag}`, `${etag},"other"`, `W/${etag.replace('W/', '')}`];
    for (const mark of marks) {
      const again = await get(mark);
      expect({ mark, status: again.status }).toEqual({ mark, status: 304 });
      expect(await again.text()).toBe('');
      expect(again.headers.get('etag')).toBe(etag);
      expect(again.headers.get('cache-control')).toBe('public, max-age=60');
    }
    for (const mark of ['"other"', '', etag.slice(0, -2), etag.replaceAll('"', '')]) {
      expect({ mark, status: (await get(mark)).status }).toEqual({ mark, status: 200 });
    }
  });

  test('show a price that is changed in the database at once', async () => {
    const first = await get();
    const etag = first.headers.get('etag') ?? '';
    expect(await priceOf(first)).toBe(44.58);
    await setPrice(45_99);
    const changed = await get(etag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
    expect(await priceOf(changed)).toBe(45.99);
    await setPrice(44_58);
    expect((await get(etag)).status).toBe(304);
  });
});
