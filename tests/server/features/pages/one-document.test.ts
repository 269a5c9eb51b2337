/** Each page is one document in its source already: one head with a title, one body, one `main`. */
import { expect, test } from 'bun:test';
import { pageOperator } from '#domain/operator/operator';
import { href, pages } from '#domain/urls';
import { noAssets, setApp } from '#tests/support/app';
import { createVisitor, johanna } from '#tests/support/people';
import { renderWizard } from '#web/app-pages.tsx';
import { newWizard } from '#web/wizard/start';

const app = setApp();

const once = ['html', 'head', 'head > title', 'body', 'main'] as const;

/** Counts what stands in templates too, as who reads the source does. */
async function expectOne(page: Response) {
  const found: string[] = [];
  const titles: string[] = [];
  const rewriter = new HTMLRewriter().on('head > title', {
    text: ({ text }) => {
      titles.push(text);
    },
  });
  for (const selector of once)
    rewriter.on(selector, {
      element: () => {
        found.push(selector);
      },
    });
  await rewriter.transform(page).text();
  expect(found.toSorted()).toEqual([...once].toSorted());
  expect(titles.join('')).toMatch(/\S/);
}

const paths = Object.values(pages).filter((path) => typeof path === 'string' && !/[:#]/.test(path));

test.each([...paths, '/gibt-es-nicht', '/application/:id'] as string[])('%s', async (path) => {
  const page = await app.ask('GET', path.replace(':id', crypto.randomUUID()), {
    headers: { accept: 'text/html' },
  });
  if (page.headers.has('location')) return;
  expect(page.headers.get('content-type')).toStartWith('text/html');
  await expectOne(page);
});

test('the wizard with stored data, and one that is sent before them', async () => {
  const visitor = createVisitor(app);
  await visitor.fill(johanna);
  await expectOne(await app.ask('GET', href(pages.application, visitor)));
  const page = {
    assets: noAssets.page,
    analyticsFrame: null,
    submitLabel: 'Absenden',
    wordings: app.context.wordings.forWizard,
    operator: pageOperator(app.context.operator),
  };
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof newWizard>>();
  const request = new Request(`http://localhost${href(pages.application, visitor)}`);
  const streamed = await renderWizard({ page, nonce: 'nonce', request, start: promise });
  resolve(newWizard('2026-11-20'));
  await expectOne(streamed);
});
