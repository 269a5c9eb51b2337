/** `docs/product.md` against the paths of the product: whoever adds a page or a call describes it. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { api, backofficeApi, publicPages, staffPages } from '#domain/urls';

const text = await Bun.file(join(import.meta.dir, '../../docs/product.md')).text();

/** Where a section names its paths in short. */
const beginnings = ['', backofficeApi, '/api/applications/{id}', '/api/status', '/backoffice'];

const { initialInformation: _ofOneKind, ...visited } = publicPages;
const paths = Object.values({ ...api, ...visited, ...staffPages })
  .filter((path) => typeof path === 'string')
  .map((path) => path.replace(/:(\w+)/g, '{$1}'))
  .filter((path) => !path.includes('#'));

test('every page and call is named', () => {
  const missing = paths.filter((path) => {
    const names = beginnings.filter((one) => path.startsWith(one)).map((one) => path.slice(one.length));
    return !names.some((name) => name !== '' && text.includes(`${name}\``));
  });
  expect(missing).toEqual([]);
});
