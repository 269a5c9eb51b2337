/** The list of screens against the pages that the server answers. */
import { expect, test } from 'bun:test';
import { pages, staffPages } from '#domain/urls';
import { screens } from '#web/backoffice/screens';

const shown = screens.filter(({ component }) => component).map(({ path }) => path);

test('every page of staff but the login has its screen, once', () => {
  expect(shown.toSorted()).toEqual(
    Object.values(staffPages)
      .filter((path) => path !== pages.login)
      .toSorted(),
  );
});

test('what is only announced is no page of staff yet', () => {
  const announced = screens.filter(({ component }) => !component).map(({ path }) => path);
  expect(announced).toEqual([pages.backofficeSettings, pages.backofficeReports]);
});
