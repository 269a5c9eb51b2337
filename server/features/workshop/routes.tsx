/** Pages for developers, not in production: all mails. */
import { Elysia } from 'elysia';
import type { ReactNode } from 'react';
import { emailTypes, mailKinds } from '#domain/mails/kinds';
import { href, pages } from '#domain/urls';
import { renderPage } from '#web/render.tsx';
import { MailPreviewPage } from '#web/site/mail-preview.tsx';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { pagePolicy } from '../../http/headers';
import { siteOf } from '../../mails/common';
import { renderExample } from '../../mails/kinds';
import { pageHeaders } from '../../pages/render';
import { refusals } from '../../refusal';

/** A mail has inline styles and is shown in a frame of our own page. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; frame-ancestors 'self'";

export function workshop(context: Context, assets: Assets) {
  // pictures are loaded from the origin of the page
  const siteAt = ({ url }: Request) => siteOf(context, new URL(url).origin);
  const respond = async (title: string, body: ReactNode) => {
    const page = await renderPage(assets.page, context.operator, { title, noindex: true }, body);
    const headers = {
      ...pageHeaders(context, 'no-store'),
      'content-security-policy': pagePolicy({ frames: true }),
    };
    return new Response(page, { headers });
  };
  return new Elysia({ name: 'workshop', detail: { hide: true } })
    .get(pages.mailPreview, ({ request }) => {
      const all = emailTypes.map((kind) => ({
        kind,
        label: mailKinds[kind].label,
        address: href(pages.mailPreviewOf, { kind }),
        ...renderExample(kind, siteAt(request)),
      }));
      return respond('E-Mails', <MailPreviewPage mails={all} />);
    })
    .get(pages.mailPreviewOf, ({ params, request, set }) => {
      const kind = emailTypes.find((one) => one === params.kind);
      if (!kind) throw refusals.notFound();
      set.headers['content-security-policy'] = mailPolicy;
      set.headers['content-type'] = 'text/html; charset=utf-8';
      return renderExample(kind, siteAt(request)).html;
    });
}
