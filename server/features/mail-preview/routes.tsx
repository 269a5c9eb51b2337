/** All kinds of mail on one page, each as HTML and as plain text; in development only. */
import { Elysia } from 'elysia';
import { emailTypeLabels, emailTypes } from '../../../domain/email';
import { pages } from '../../../domain/urls';
import { mails } from '../../../emails/registry';
import { type RenderedMail, renderMail } from '../../../emails/render';
import { renderPage } from '../../../web/render';
import { MailPreviewPage } from '../../../web/site/mail-preview/MailPreviewPage';
import type { Assets } from '../../assets';
import type { Context } from '../../context';
import { refusals } from '../../plugins/refusal';
import { pageHeaders } from '../pages/public';

/** A mail brings its styles along, and stands in a frame of our own page. */
const mailPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'";

export function mailPreview(context: Context, assets: Assets) {
  return new Elysia({ name: 'mail-preview', detail: { hide: true } })
    .get(pages.mailPreview, async () => {
      const all = emailTypes.map((kind) => ({
        kind,
        label: emailTypeLabels[kind],
        address: pages.mailPreviewOf(kind),
        ...previewOf(kind, context),
      }));
      const head = { title: 'E-Mails', noindex: true };
      const page = await renderPage(assets.page, head, <MailPreviewPage mails={all} />);
      return new Response(page, { headers: { ...pageHeaders(context), 'cache-control': 'no-store' } });
    })
    .get(pages.mailPreviewOf(':kind'), ({ params, set }) => {
      const kind = emailTypes.find((one) => one === params.kind);
      if (!kind) throw refusals.notFound();
      set.headers['content-security-policy'] = mailPolicy;
      set.headers['content-type'] = 'text/html; charset=utf-8';
      return previewOf(kind, context).html;
    });
}

/** The mail about the example that its file carries; pictures come from this server. */
function previewOf(kind: keyof typeof mails, { publicUrl }: Context): RenderedMail {
  return renderMail(kind, { ...mails[kind].preview, publicUrl: publicUrl() } as never);
}
