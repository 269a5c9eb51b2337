/** The summary of errors above a refused form, and the fields that it links to. */
import { expect, test } from 'bun:test';
import { expectFocus, setDocument } from '#tests/support/dom';
import { ErrorSummary, TextField } from '#web/ui/fields.tsx';

const stage = setDocument();
const errors = [
  { path: 'firstName', label: 'Vorname', message: 'Bitte geben Sie Ihren Vornamen ein' },
  { path: 'city', label: 'Ort', message: 'Bitte geben Sie Ihren Wohnort ein' },
];

/** A form with two fields below its summary, after this number of attempts. */
function Form({ refused = errors, attempts }: { refused?: typeof errors; attempts: number }) {
  const messages = new Map(refused.map(({ path, message }) => [path, message]));
  return (
    <>
      <ErrorSummary refused={refused} submitCount={attempts} />
      <TextField name="firstName" label="Vorname" hint="Wie im Ausweis" error={messages.get('firstName')} />
      <TextField name="city" label="Ort" error={messages.get('city')} />
    </>
  );
}

test('the summary is missing before the first attempt and when nothing is wrong', () => {
  const { render } = stage.library;
  const screen = render(<Form attempts={0} />);
  expect(screen.queryByRole('alert')).toBeNull();
  screen.rerender(<Form attempts={1} refused={[]} />);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the summary takes the focus at each attempt, and not in between', () => {
  const { render } = stage.library;
  const screen = render(<Form attempts={1} />);
  expectFocus(screen.getByRole('alert'));
  screen.getByLabelText('Ort').focus();
  screen.rerender(<Form attempts={1} refused={errors.slice(1)} />);
  expectFocus(screen.getByLabelText('Ort'));
  // otherwise it would be read out again while the next field is filled in
  expect(screen.getByRole('alert').getAttribute('aria-live')).toBe('off');
  screen.rerender(<Form attempts={2} refused={errors.slice(1)} />);
  expectFocus(screen.getByRole('alert'));
});

test('each link of the summary leads to its field, in the order of the form', () => {
  const { render, fireEvent } = stage.library;
  const screen = render(<Form attempts={1} />);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['Vorname', 'Ort']);
  for (const [index, label] of ['Vorname', 'Ort'].entries()) {
    fireEvent.click(links[index] as HTMLElement);
    expectFocus(screen.getByLabelText(label));
  }
});

test('a field is described by its hint and its message, and is invalid only with a message', () => {
  const { render } = stage.library;
  const screen = render(<Form attempts={1} refused={errors.slice(0, 1)} />);
  const described = (label: string) => {
    const ids = screen.getByLabelText(label).getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? null);
  };
  const [hint, message] = described('Vorname');
  expect(hint).toBe('Wie im Ausweis');
  expect(message).toEndWith('Bitte geben Sie Ihren Vornamen ein');
  expect(screen.getByLabelText('Vorname').getAttribute('aria-invalid')).toBe('true');
  expect(described('Ort')).toEqual([]);
  expect(screen.getByLabelText('Ort').hasAttribute('aria-invalid')).toBe(false);
});
