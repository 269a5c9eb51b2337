import { afterEach, expect, jest, test } from 'bun:test';
import { pageStore } from '#web/ui/page-store';
import { dismissToast, toast, toastsAtom } from '#web/ui/toasts.tsx';

const shown = () => pageStore.get(toastsAtom);

afterEach(() => {
  jest.useRealTimers();
  pageStore.set(toastsAtom, []);
});

test('a new toast replaces the old one', () => {
  toast({ title: 'Daten gespeichert' });
  toast({ title: 'Tarif ausgewählt' });
  expect(shown().map(({ title }) => title)).toEqual(['Tarif ausgewählt']);
});

test('a dismissed toast is closed at once and removed from the state after 1,000,000 ms', () => {
  jest.useFakeTimers();
  toast({ title: 'Daten gespeichert' });
  const [entry] = shown();
  dismissToast(entry?.id ?? 0);
  expect(shown().map(({ open }) => open)).toEqual([false]);
  jest.advanceTimersByTime(999_999);
  expect(shown()).toHaveLength(1);
  jest.advanceTimersByTime(1);
  expect(shown()).toHaveLength(0);
});
