import type { ReactNode } from 'react';
import { renderToReadableStream } from 'react-dom/server';
import type { PageOperator } from '#domain/operator/operator';
import { pages } from '#domain/urls';
import { frameMeta } from './consent/analytics';
import { CookieBanner } from './consent/CookieBanner';
import { Document, type PageAssets } from './document';
import { OperatorContext } from './operator';
import { SourceContext } from './source';

export type PageHead = {
  title: string;
  description?: string;
  canonical?: string;
  image?: string;
  noindex?: boolean;
  /** Has no analytics and does not ask about cookies, because the page is a form (decision 010). */
  quiet?: true;
};

export function renderPage(
  assets: PageAssets,
  operator: PageOperator,
  head: PageHead,
  body: ReactNode,
  source: string | null = null,
): Promise<ReadableStream> {
  return renderToReadableStream(
    <Document assets={assets} head={<Head {...head} measured={Boolean(operator.analytics)} />}>
      <OperatorContext value={operator}>
        <SourceContext value={source}>
          {body}
          <CookieBanner quiet={head.quiet} />
        </SourceContext>
      </OperatorContext>
      <script type="module" src={assets.boot} />
    </Document>,
  );
}

/** `measured`: the page opens the frame of the analytics script with consent, unless it is quiet. */
function Head({
  title,
  description,
  canonical,
  image,
  noindex,
  quiet,
  measured,
}: PageHead & { measured: boolean }) {
  return (
    <>
      <title>{title}</title>
      {description ? <meta name="description" content={description} /> : null}
      {noindex ? <meta name="robots" content="noindex" /> : null}
      {canonical ? <link rel="canonical" href={canonical} /> : null}
      <meta property="og:title" content={title} />
      {description ? <meta property="og:description" content={description} /> : null}
      {canonical ? <meta property="og:url" content={canonical} /> : null}
      {image ? <meta property="og:image" content={image} /> : null}
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="de_DE" />
      {measured && !quiet ? <meta name={frameMeta} content={pages.analyticsFrame} /> : null}
    </>
  );
}
