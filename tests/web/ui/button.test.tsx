/** A button that does nothing for a while. */
import { expect, test } from 'bun:test';
import { expectFocus, setDocument } from '#tests/support/dom';
import { Button } from '#web/ui/button.tsx';

const stage = setDocument();

test.each([
  [true, 0],
  [false, 1],
])('with aria-disabled=%p a click counts %d times, and the focus stays', (off, expected) => {
  const { render, fireEvent } = stage.library;
  let clicks = 0;
  const { getByRole } = render(
    <Button
      aria-disabled={off}
      onClick={() => {
        clicks += 1;
      }}
    >
      Drucken
    </Button>,
  );
  getByRole('button').focus();
  fireEvent.click(getByRole('button'));
  expect(clicks).toBe(expected);
  expectFocus(getByRole('button'));
});
