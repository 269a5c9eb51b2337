/**
 * A page behind a link in a mail, with its PDF and its forms. Opening it changes nothing, because mail scanners open
 * links. A form that takes something and is refused is shown again on the page; a button says why it did nothing.
 *
 *   tokenPage(site, {
 *     kind: 'confirm', path: pages.confirmation, title: 'Antrag bestätigen',
 *     read: (token) => readConfirmation(context, token),
 *     show: (view, { token, again }) => ({ news: view.news, body: <ConfirmationPage view={view} again={again} /> }),
 *     forms: (add) => [add({ form, path: api.confirmation, docs, takes, act, json, plain })],
 *   })
 */
import { type AnyElysia, Elysia } from 'elysia';
import type { ReactNode } from 'react';
import { type AnyLinkKind, invalidLinkTitle } from '#domain/access-links';
import { href } from '#domain/urls';
import type { Drawing } from '../documents/drawer';
import { fileHeaders, quietHeaders } from '../http/headers';
import { refusals } from '../refusal';
import {
  type Asked,
  buttonRefused,
  type PublicForm,
  publicForm,
  type Received,
  type Refused,
  type Site,
} from './public-form';

/** A link that is unknown, expired or of another kind gets one and the same response. */
export const gone = () => refusals.notFound(invalidLinkTitle);

type Link = { token: string };
export type Again<Shown> = { entries: Shown; refused: Refused };

type TokenPage<View, Shown> = {
  kind: AnyLinkKind;
  path: `${string}:token${string}`;
  title: string;
  /** Null: the link opens nothing. From no replica: what a form has done is shown by the next request. */
  read: (token: string, from: Received) => Promise<View | null>;
  /** `news` before the title: a screen reader reads it first, and the page is otherwise much as before. */
  show: (view: View, at: Link & { again?: Again<Shown> }) => { news?: string; body: ReactNode };
  pdf?: { path: string; read: (token: string) => Promise<{ name: string; drawing: Drawing } | null> };
  forms?: (add: AddForm<Shown>) => AnyElysia[];
};

type OwnForm<Own, Input, Done> = Omit<PublicForm<'token', Own, Input, Done>, 'back' | 'refuse'> &
  Partial<Pick<PublicForm<'token', Own, Input, Done>, 'back' | 'refuse'>>;
type AddForm<Shown> = <Own extends Shown | null, Input, Done>(spec: OwnForm<Own, Input, Done>) => AnyElysia;

/** What is refused sends the quiet headers too. */
export function tokenPage<View, Shown = unknown>(site: Site, page: TokenPage<View, Shown>) {
  const { kind, path, title, read, show, pdf, forms = () => [] } = page;
  const { invalid, refused: showRefused, respond } = site.show;
  const respondWith = async (request: Request, token: string, view: View, again?: Again<Shown>) => {
    const { news, body } = show(view, { token, again });
    const prefix = again ? 'Fehler' : news;
    return await respond(request, prefix ? `${prefix}: ${title}` : title, body, again?.refused.status);
  };
  const showAgain = async ({ params, ...from }: Asked<'token'>, entries: Shown, refused: Refused) => {
    const view = refused.status === 404 ? null : await read(params.token, from);
    if (view !== null) return await respondWith(from.request, params.token, view, { entries, refused });
    if (refused.status === 429) return await showRefused(from.request, refused);
    return await invalid(from.request, kind);
  };
  const button = buttonRefused(site, kind);
  const add: AddForm<Shown> = <Own extends Shown | null, Input, Done>(spec: OwnForm<Own, Input, Done>) =>
    publicForm<':token', Own, Input, Done>({
      back: (params) => href(path as ':token', params),
      refuse: (asked, entries, refused) =>
        entries === null ? button(asked, null, refused) : showAgain(asked, entries, refused),
      ...spec,
      path: spec.path as ':token',
    });
  const app = new Elysia()
    .onTransform(({ set }) => {
      Object.assign(set.headers, quietHeaders);
    })
    .get(
      path as ':token',
      async ({ params: { token }, request, server }) => {
        const view = await read(token, { request, server });
        return await (view === null ? invalid(request, kind) : respondWith(request, token, view));
      },
      { detail: { hide: true } },
    );
  for (const form of forms(add)) app.use(form);
  if (pdf)
    app.get(
      pdf.path as ':token',
      async ({ params: { token }, request, server }) => {
        await site.pdfs({ request, server }, token);
        const file = await pdf.read(token);
        if (!file) return await invalid(request, kind);
        const content = await site.context.draw(file.drawing, { signal: request.signal });
        return new Response(content, { headers: { ...quietHeaders, ...fileHeaders(file.name) } });
      },
      { detail: { hide: true } },
    );
  return app;
}
