/** Documents for customers: files of an operator, and the next start of an application with other files. */
import { type DocumentKind, documentKinds } from '#domain/document-kinds';
import { isSampleKind } from '#domain/documents';
import { createApp } from '#server/app';
import type { Draw } from '#server/documents/drawer';
import type { GivenDocuments } from '#server/documents/given';
import { createServices } from '#server/services';
import { noAssets, type TestApp } from './app';
import { drawOnce } from './drawing';

/** The smallest file that is accepted as a PDF. */
export const pdfOf = (content: string) => `%PDF-1.7\n${content}\n%%EOF\n`;

/** Files of an operator with these contents. */
export function givenOf(contents: { [Kind in DocumentKind]?: string }): GivenDocuments {
  const files = Object.entries(contents).map(
    ([kind, content]) => [kind, { file: new Blob([pdfOf(content)]), tagged: true }] as const,
  );
  return new Map(files as [DocumentKind, { file: Blob; tagged: boolean }][]);
}

/** All files that only the insurer can write; without one a sheet marked MUSTER stands in its place. */
export const givenByInsurer = givenOf(
  Object.fromEntries(documentKinds.filter(isSampleKind).map((kind) => [kind, kind])),
);

/** A second application on the same database and clock, as after a restart. */
export async function startAgain(
  { config, db, clock, context: { operator } }: TestApp,
  given: GivenDocuments = new Map(),
  draw: Draw = drawOnce,
) {
  const { context, outbox } = createServices(config, db, {
    log: () => {},
    operator,
    now: () => clock.now,
    publicUrl: () => 'http://localhost:3000',
    singleInstance: false,
    draw,
    given,
  });
  context.wakeMail = () => {};
  const app = await createApp(context, noAssets);
  const ask: TestApp['ask'] = (method, path, { body, headers = {} } = {}) => {
    const sent = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    return app.handle(
      new Request(`http://localhost${path}`, {
        method,
        headers: sent,
        body: body === undefined ? undefined : JSON.stringify(body),
      }),
    );
  };
  return { context, outbox, ask };
}
