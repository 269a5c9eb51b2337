import { Elysia } from 'elysia';
import type { ReactNode } from 'react';
import { sourceIn } from '#domain/fields';
import { comparisonOf } from '#domain/landing-facts';
import type { Operator } from '#domain/operator/operator';
import { birthYears, type Choice, choiceIn } from '#domain/tariffs/calculator';
import type { Catalogue } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import type { IslandProps } from '#web/islands/Island.tsx';
import type { PageHead } from '#web/render.tsx';
import { DocumentsPage } from '#web/site/documents.tsx';
import { HomePage } from '#web/site/home/HomePage.tsx';
import { questionsOf } from '#web/site/home/texts';
import { AccessibilityPage, ImprintPage, PrivacyPage } from '#web/site/legal/pages.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { typedCaching } from '../../http/headers';
import type { PageCache } from '../../pages/cache';
import { keptAs, pageHeaders, pageRenderer, publicHead } from '../../pages/render';
import type { RefusedForm } from '../callbacks/routes';

const landingDescription =
  'OP-Versicherung für Pferde: drei Tarife vergleichen, Beitrag berechnen und in sechs Schritten beantragen. Freie Wahl von Tierarzt und Klinik.';

const documentsDescription =
  'Erstinformation, Bedingungen, Widerrufsbelehrung und alle weiteren Unterlagen zur OP-Versicherung.';

type StaticPage = {
  title: string;
  description: (brand: string) => string;
  body: (context: Context) => ReactNode;
};

const staticPages: Record<string, StaticPage> = {
  [pages.privacy]: {
    title: 'Datenschutz',
    description: (brand) => `Wie ${brand} mit Ihren Daten umgeht.`,
    body: ({ config, operator }) => <PrivacyPage operator={operator} periods={config.retention} />,
  },
  [pages.imprint]: {
    title: 'Impressum',
    description: (brand) => `Anbieterangaben von ${brand}.`,
    body: ({ operator }) => <ImprintPage operator={operator} />,
  },
  [pages.accessibility]: {
    title: 'Barrierefreiheit',
    description: (brand) => `Wie barrierefrei ${brand} ist und wie Sie uns eine Barriere melden.`,
    body: ({ operator }) => <AccessibilityPage operator={operator} />,
  },
};

export function publicPages(context: Context, assets: Assets, cache: PageCache) {
  const app = new Elysia({ name: 'public-pages', detail: { hide: true } });
  app.get(pages.home, async ({ request }) => {
    const query = new URL(request.url).searchParams;
    const source = sourceIn(request.url);
    const sent = query.get('callback') === 'ok';
    const chosen = choiceIn(query, birthYears(context.today())) ?? undefined;
    const { catalogue, revision, freshUntil } = await context.prices.known();
    if (source || sent || chosen) {
      const visit = { callback: { source, sent }, chosen };
      const stream = await renderLanding(request, context, assets, catalogue, visit);
      return new Response(stream, { headers: pageHeaders(context, 'no-store') });
    }
    return await cache.respond(request, {
      path: pages.home,
      // the calculator depends on today's date
      version: revision && `${revision} ${context.today()} ${assets.page.styles}`,
      freshUntil,
      headers: pageHeaders(context),
      render: () => renderLanding(request, context, assets, catalogue),
    });
  });
  const { brand } = context.operator;
  const render = pageRenderer(context, assets);
  const respond = (request: Request, path: string, about: PageHead, body: ReactNode, version?: string) => {
    const head = publicHead(context, path, { ...about, title: `${about.title} | ${brand.name}` });
    return cache.respond(request, {
      ...keptAs(context, assets, path, version),
      headers: pageHeaders(context),
      render: () => render(request, head, body),
    });
  };
  app.get(pages.documents, async ({ request }) => {
    const inForce = await context.documents.inForce();
    const documents = inForce.map(({ entry, file }) => ({ ...entry, size: file.size }));
    const head = { title: 'Unterlagen', description: documentsDescription };
    const version = String(documents.map(({ sha256 }) => sha256));
    return await respond(request, pages.documents, head, <DocumentsPage documents={documents} />, version);
  });
  for (const [path, { title, description, body }] of Object.entries(staticPages)) {
    const head = { title, description: description(brand.name) };
    app.get(path, ({ request }) => respond(request, path, head, body(context)));
  }
  return app;
}

type Visit = { callback?: Partial<IslandProps['callback']>; chosen?: Choice };

function renderLanding(
  request: Request,
  context: Context,
  assets: Assets,
  catalogue: Catalogue,
  { callback, chosen }: Visit = {},
): Promise<ReadableStream> {
  const { operator } = context;
  const { brand } = operator;
  const head = { title: `${brand.name}: ${brand.claim}`, description: landingDescription };
  const body = (
    <HomePage
      operator={operator}
      tariffs={{
        catalogue,
        comparison: comparisonOf(catalogue),
        today: context.today(),
        chosen,
        source: callback?.source ?? undefined,
      }}
      callback={callback}
      facts={landingData(context.publicUrl(), operator, catalogue)}
    />
  );
  return pageRenderer(context, assets)(request, publicHead(context, pages.home, head), body);
}

export function refusedFormPage(context: Context, assets: Assets) {
  return async (request: Request, { status, ...callback }: RefusedForm): Promise<Response> => {
    const { catalogue } = await context.prices.known();
    const stream = await renderLanding(request, context, assets, catalogue, { callback });
    return new Response(stream, { status, headers: pageHeaders(context, typedCaching) });
  };
}

function landingData(url: string, { brand, company, insurer }: Operator, catalogue: Catalogue) {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'InsuranceAgency',
        name: brand.name,
        legalName: company.name,
        url,
        email: company.email,
        telephone: company.phone,
        address: {
          '@type': 'PostalAddress',
          streetAddress: company.street,
          postalCode: company.zipCode,
          addressLocality: company.city,
          addressCountry: 'DE',
        },
      },
      {
        '@type': 'FinancialProduct',
        name: 'OP-Versicherung für Pferde',
        provider: { '@type': 'Organization', name: insurer.name },
        offers: catalogue.tariffs.map(({ name, premiumOptions }) => ({
          '@type': 'Offer',
          name,
          price: premiumOptions[0]?.monthlyPremium,
          priceCurrency: 'EUR',
        })),
      },
      {
        '@type': 'FAQPage',
        mainEntity: questionsOf(catalogue.ageSurchargePercent).map(({ title, text }) => ({
          '@type': 'Question',
          name: title,
          acceptedAnswer: { '@type': 'Answer', text },
        })),
      },
    ],
  };
}
