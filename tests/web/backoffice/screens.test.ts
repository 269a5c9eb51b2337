/** The screens of the browser and the pages of the server must match. */
import { expect, test } from 'bun:test';
import { pages, staffPages } from '#domain/urls';
import { screens } from '#web/backoffice/screens';

const shown = screens.filter(({ component }) => component).map(({ path }) => path);

test('every staff page except the login has exactly one screen', () => {
  expect(shown.toSorted()).toEqual(
    Object.values(staffPages)
      .filter((path) => path !== pages.login)
      .toSorted(),
  );
});

test('only settings and reports are announced without a screen', () => {
  const announced = screens.filter(({ component }) => !component).map(({ path }) => path);
  expect(announced).toEqual([pages.backofficeSettings, pages.backofficeReports]);
});
