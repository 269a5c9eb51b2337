/** The screens of the browser and the pages of the server must match. */
import { expect, test } from 'bun:test';
import { pages, staffPages } from '#domain/urls';
import { screens } from '#web/backoffice/screens';

const shown = screens.map(({ path }) => path);

test('every staff page except the login has exactly one screen', () => {
  expect(shown.toSorted()).toEqual(
    Object.values(staffPages)
      .filter((path) => path !== pages.login)
      .toSorted(),
  );
});
