/** What the address says of a screen: its id, and its state. What is at its default stays out of the address. */
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { sortDirections } from '#domain/backoffice/lists';

export type Given = Record<string, unknown>;
type Readers = Record<string, (value: unknown) => unknown>;
type StateOf<R extends Readers> = { [Name in keyof R]?: ReturnType<R[Name]> };

/** Reads the state of a screen, part by part; undefined is what the address does not say, or says wrongly. */
export function searchOf<R extends Readers>(readers: R): (given: Given) => StateOf<R> {
  return (given) => {
    const parts = Object.entries(readers).map(([name, read]) => [name, read(given[name])]);
    // `fromEntries` forgets which name has which value
    return Object.fromEntries(parts) as StateOf<R>;
  };
}

export function oneOf<T extends string>(values: readonly T[]) {
  return (value: unknown): T | undefined => values.find((known) => known === value);
}

export const direction = oneOf(sortDirections);

/** Digits alone arrive as a number: the address is read as JSON. */
export function anyText(value: unknown): string | undefined {
  const typed = typeof value === 'number' ? String(value) : value;
  return typeof typed === 'string' && typed !== '' ? typed.slice(0, 200) : undefined;
}

/** More pages no list has; the server refuses far larger numbers. */
const lastPage = 1_000_000;

/** The number of a page, the first one being the default. */
export function pageNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 1 && number <= lastPage ? number : undefined;
}

/** The id of what the screen shows, as its path has it. */
export function usePathId(): string {
  const { id } = useParams({ strict: false });
  return id ?? '';
}

/**
 * The state that a screen reads with `read`, and the way to change a part of it. A change is a step to go back from,
 * unless it replaces the address, as typing does. Another page is shown from its top.
 */
export function useSearchState<State extends object>(read: (given: Given) => State) {
  const state = read(useSearch({ strict: false }));
  const navigate = useNavigate();
  const change = (part: State, replace = false) =>
    void navigate({
      to: '.',
      search: (before: Given) => ({ ...before, ...part }),
      replace,
      // the entry that is replaced keeps what is noted in it
      state: replace || undefined,
      resetScroll: 'page' in part,
    });
  return [state, change] as const;
}
