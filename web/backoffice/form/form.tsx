import { type ShouldBlockFn, useBlocker, useRouter } from '@tanstack/react-router';
import { useAtomValue } from 'jotai';
import {
  type ComponentProps,
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type Checked, type FieldError, idTaken } from '#domain/fields';
import { randomUuid } from '#domain/ids';
import { pages } from '#domain/urls';
import { RequestFailed } from '../../api';
import { Button, type ButtonLook } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { pageStore } from '../../ui/page-store';
import { type Action, fieldErrorsOf, sentenceOf, useAction } from '../calls';
import { CurrentUser } from '../session';
import { keptAtom, put } from './kept';

/** What differs from the initial values; and the id under which it was sent, while no answer has come. */
export type Kept = { entered: Readonly<Record<string, unknown>>; id?: string };

/** Something that a user has made here, and finds again. Without a name it ends with the screen. */
export function useKept<Value>(name?: string) {
  const user = use(CurrentUser);
  const local = useState<Value>();
  const kept = useAtomValue(keptAtom, { store: pageStore });
  if (name === undefined || user === null) return local;
  const key = `${user.id} ${name}`;
  return [kept.get(key) as Value | undefined, (value: Value | undefined) => put(key, value)] as const;
}

export const useBegun = (name: string) => isBegun(useKept<Kept>(name)[0]);
const isBegun = (kept?: Kept) => Object.keys(kept?.entered ?? {}).length > 0;

/** Somebody else has changed meanwhile what was to be changed; `current` is what the server has now. */
type Conflict<Sent> = { sentence: string; current: unknown; sent: Sent };

export type FormOptions<Typed, Sent, Answer> = Action<Answer, Sent> & {
  /** What the fields show until something is entered. If it changes meanwhile, what was entered stays. */
  initial: Typed;
  /** Makes what is sent, or says what is wrong. `id` is for what shall be stored once. */
  check: (typed: Typed, id: string) => Checked<Sent>;
  /** Where the entries are kept; by default they end with the form. */
  draft?: readonly [kept: Kept | undefined, keep: (kept: Kept | undefined) => void];
  fieldErrors?: (error: Error, sent: Sent) => readonly FieldError[];
};

/**
 * A form of staff and its call. An entry takes the message of its field away; each attempt that finds something wrong
 * gives the first wrong field the focus. Entries stay until `end`. After a 409 there is no toast but `taken` or
 * `conflict`, for a `Stored`.
 *
 *     const form = useForm({ initial: { text: '' }, check: (typed, id) => check(newNote, { id, ...typed }), call: save,
 *       success: 'Die Notiz ist gespeichert.', failure: 'Die Notiz ist nicht gespeichert.', draft: useKept('note') });
 *     <form ref={form.ref} noValidate onSubmit={form.onSubmit}>
 *       <TextAreaField label="Notiz" {...form.control('text')} />
 *       <SubmitButton busy={form.busy} />
 */
export function useForm<Typed extends object, Sent, Answer>(options: FormOptions<Typed, Sent, Answer>) {
  const { initial, check, draft, fieldErrors = fieldErrorsOf, ...action } = options;
  const own = useKept<Kept>();
  const [kept, keep] = draft ?? own;
  const entered = kept?.entered ?? {};
  const typed: Typed = { ...initial, ...entered };
  const [fresh, renew] = useReducer(randomUuid, undefined, randomUuid);
  const id = kept?.id ?? fresh;
  const [taken, setTaken] = useState(false);
  const [conflict, setConflict] = useState<Conflict<Sent> | null>(null);
  const { correct, ...refusals } = useRefusals();
  const hold = (next: Kept) => keep(next.id || isBegun(next) ? next : undefined);
  const { run, busy } = useAction<Answer, Sent>({
    ...action,
    failure: (error) => {
      if (isTaken(error) || isStale(error)) return null;
      return typeof action.failure === 'string' ? action.failure : action.failure(error);
    },
    after: (error, sent, answer) => {
      if (isTaken(error)) setTaken(true);
      setConflict(error && conflictIn(error, sent));
      if (error && !isTaken(error) && !isStale(error)) refusals.refuse(fieldErrors(error, sent));
      return action.after?.(error, sent, answer);
    },
  });
  /** By name. Undefined: the field shows its initial value again. */
  const enter = (given: { [Name in keyof Typed]?: Typed[Name] | undefined }) => {
    correct(given);
    const isEntry = ([name, value]: [string, unknown]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(Reflect.get(initial, name));
    hold({ ...kept, entered: Object.fromEntries(Object.entries({ ...entered, ...given }).filter(isEntry)) });
  };
  const errorAt = (path: string) => refusals.refused.find((one) => one.path === path)?.message;
  const checked = (): Sent | null => {
    const result = check(typed, id);
    refusals.refuse(result.ok ? [] : result.errors);
    return result.ok ? result.value : null;
  };
  const send = (sent: Sent) => {
    // it stays until it is known that it was stored, so that nothing is stored twice
    hold({ entered, id });
    run(sent);
  };
  /** Without the entries at these names; the next attempt has an id of its own. */
  const end = (names: readonly string[] = Object.keys(entered)) => {
    renew();
    setTaken(false);
    setConflict(null);
    hold({ entered: Object.fromEntries(Object.entries(entered).filter(([name]) => !names.includes(name))) });
  };
  return {
    ...refusals,
    ...{ typed, entered, isBegun: isBegun(kept), errorAt, enter, checked, send, end, busy, conflict, taken },
    onSubmit: submitting(() => {
      const sent = checked();
      if (sent) send(sent);
    }),
    control: (name: keyof Typed & string) => ({
      ...{ name, value: String(typed[name] ?? ''), error: errorAt(name) },
      onChange: ({ target }: Changed<{ value: string }>) => enter({ [name]: target.value } as Partial<Typed>),
    }),
    box: (name: keyof Typed & string) => ({
      ...{ name, checked: typed[name] === true },
      onChange: ({ target }: Changed<{ checked: boolean }>) =>
        enter({ [name]: target.checked } as Partial<Typed>),
    }),
    /** The entries go. The id of an attempt without an answer stays. */
    discard: () => (taken ? end() : hold({ ...kept, entered: {} })),
    goOn: () => end([]),
  };
}

export type Fields<Typed extends object> = Pick<
  ReturnType<typeof useForm<Typed, unknown, unknown>>,
  'typed' | 'control' | 'box' | 'errorAt' | 'enter'
>;
type Changed<Target> = { target: Target };

/** What is wrong, in the order of the form, and how often that was found. The ref is that of the form. */
function useRefusals() {
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const [attempts, setAttempts] = useState(0);
  const ref = useRef<HTMLFormElement>(null);
  // with the message, so that nothing happens in between; typing takes messages away, which must not move the focus
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each attempt
  useLayoutEffect(() => {
    ref.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [attempts]);
  return {
    ...{ ref, refused, attempts },
    refuse: (errors: readonly FieldError[]) => {
      setRefused(errors);
      if (errors.length > 0) setAttempts((before) => before + 1);
    },
    correct: (given: object) => setRefused((before) => before.filter(({ path }) => !(path in given))),
  };
}

const is409 = (error: Error | null): error is RequestFailed =>
  error instanceof RequestFailed && error.status === 409;
export const isTaken = (error: Error | null) => is409(error) && error.sentence === idTaken;
export const isStale = (error: Error | null) => is409(error) && Boolean(error.read('current'));

function conflictIn<Sent>(error: Error, sent: Sent): Conflict<Sent> | null {
  if (!is409(error) || !isStale(error)) return null;
  const sentence = sentenceOf(error, 'Inzwischen wurde etwas geändert.');
  return { sentence, current: error.read('current'), sent };
}

export function submitting(then: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    then();
  };
}

export function submitOnControlEnter(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}

export function RadioTile({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-12 items-center gap-2.5 rounded-control border border-line-strong px-3.5 py-2 has-checked:border-green-800 has-checked:bg-green-50">
      <input type="radio" className="size-5 shrink-0 accent-green-800" {...input} />
      {children}
    </label>
  );
}

type SubmitProps = {
  busy: boolean;
  busyLabel?: string;
  look?: ButtonLook;
  className?: string;
  children?: ReactNode;
};

/** Sends the form. Not `disabled` while it does: a disabled button loses the focus. */
export function SubmitButton({ busy, busyLabel = 'Wird gespeichert...', children, ...shown }: SubmitProps) {
  return (
    <Button type="submit" {...shown} aria-disabled={busy}>
      {busy ? busyLabel : (children ?? 'Speichern')}
    </Button>
  );
}

type StoredProps = {
  sentence: string;
  ways: Readonly<Record<string, () => void>>;
  busy?: boolean;
  children?: ReactNode;
};

/** Something else is stored than the form has seen. What was typed stays, and the user chooses what counts. */
export function Stored({ sentence, ways, busy, children }: StoredProps) {
  return (
    <div
      ref={takesFocus}
      role="alert"
      tabIndex={-1}
      className="scroll-mt-24 rounded-control border border-saddle-300 bg-saddle-50 px-4 py-3.5 text-ink"
    >
      <p className="font-semibold">{sentence}</p>
      {children}
      <div className="mt-3 flex flex-wrap gap-2">
        {Object.entries(ways).map(([label, act]) => (
          <Button key={label} look="secondary" size="small" aria-disabled={busy} onClick={act}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  );
}

export function Taken({ onLoad }: { onLoad: () => void }) {
  return (
    <Stored sentence={idTaken} ways={{ 'Stand laden': onLoad }}>
      <p>Ihr voriger Versuch ist angekommen, nur die Antwort ging verloren.</p>
    </Stored>
  );
}

/** Called when the screen goes away; `toLogin`: because the session has ended, which nobody can hold up. */
export function useLeaving(then: (toLogin: boolean) => void) {
  const { history } = useRouter();
  const leave = useEffectEvent(() => then(history.location.pathname === pages.login));
  useEffect(() => () => leave(), []);
}

type Way = Parameters<ShouldBlockFn>[0];

/** Asks before unsaved entries are lost. `isLeaving` says which ways lead away from them; all by default. */
export function useUnsavedQuestion(
  dirty: boolean,
  question: string,
  isLeaving: (way: Way) => boolean = () => true,
) {
  useBlocker({
    enableBeforeUnload: false,
    disabled: !dirty,
    shouldBlockFn: (way) =>
      isLeaving(way) &&
      // the end of the session is not held up
      way.next.pathname !== pages.login &&
      !window.confirm(question),
  });
}
