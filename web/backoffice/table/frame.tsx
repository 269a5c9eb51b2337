import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { mostSources } from '#domain/lists';
import { EmptyScene } from '../../illustrations';
import { SmallButton } from '../../ui/button';
import type { Option } from '../../ui/fields';
import { useFocusAfter } from '../../ui/focus';
import { longestText } from '../screen';

/** Above a list: search and filters at the left, the number of rows found at the right. */
export function Toolbar({ count, children }: { count?: ReactNode; children: ReactNode }) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      {children}
      {/* always there: a region that comes with its text is not read out */}
      <p
        aria-live="polite"
        className="ml-auto text-sm whitespace-nowrap text-ink-soft tabular-nums empty:sr-only"
      >
        {count}
      </p>
    </div>
  );
}

const control =
  'min-h-11 min-w-0 rounded-control border border-line-strong bg-white py-1.5 pl-3 text-base text-ink lg:min-h-10 lg:text-[0.9375rem]';

type SearchProps = {
  label: string;
  placeholder: string;
  value: string;
  /** Called when the user stops typing. Should replace the history entry, not add one. */
  onChange: (value: string) => void;
  wide?: boolean;
};

/** Shows each letter at once, even if filtering the list is slow. */
export function SearchBox({ label, placeholder, value, onChange, wide = false }: SearchProps) {
  const [text, setText] = useTyping(value, onChange);
  return (
    <div className={`relative w-full ${wide ? 'sm:w-104' : 'sm:w-80'}`}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-ink-soft"
      />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        maxLength={longestText}
        value={text}
        onChange={({ target }) => setText(target.value)}
        className={`${control} w-full pr-3 pl-10 text-ellipsis placeholder:text-ink-soft`}
      />
    </div>
  );
}

type FilterProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (Option & { value: Value })[];
  onChange: (value: Value) => void;
};

export function FilterSelect<Value extends string>({ label, value, options, onChange }: FilterProps<Value>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
      className={`${control} select-arrow pr-10 text-ellipsis max-sm:grow sm:max-w-80`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

type OptionalProps<Value extends string> = Omit<FilterProps<Value>, 'value' | 'onChange'> & {
  all: string;
  value: Value | undefined;
  onChange: (value: Value | undefined) => void;
};

export function OptionalFilter<Value extends string>(props: OptionalProps<Value>) {
  const { all, value, options, onChange, ...select } = props;
  return (
    <FilterSelect<Value | 'all'>
      {...select}
      value={value ?? 'all'}
      options={[{ value: 'all', label: all }, ...options]}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  );
}

/** Loads a list again; the cache never does so automatically (docs/product.md, "Data cache"). */
export function RefreshButton({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <SmallButton aria-disabled={busy} onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={`size-4 ${busy ? 'animate-spin' : ''}`} />
      <span>{busy ? 'Aktualisiere...' : 'Aktualisieren'}</span>
    </SmallButton>
  );
}

const pauseMs = 150;

/** The text of a search box. Passes it on when the user stops typing, and follows the back button. */
function useTyping(value: string, onChange: (value: string) => void) {
  const [text, setText] = useState(value);
  const [passed, seen] = [useRef(value), useRef(value)];
  const pass = useEffectEvent(() => {
    passed.current = text;
    onChange(text);
  });
  useEffect(() => {
    // a text that was passed on comes back late and must not undo what was typed since
    const settled = seen.current === passed.current;
    seen.current = value;
    if (!settled || value === passed.current) return;
    passed.current = value;
    setText(value);
  }, [value, passed, seen]);
  useEffect(() => {
    if (text === passed.current) return;
    const timer = setTimeout(pass, pauseMs);
    return () => clearTimeout(timer);
  }, [text, passed]);
  return [text, setText] as const;
}

type PagedProps = {
  page?: number;
  totalPages: number;
  /** The rows are still those of the page before. */
  old: boolean;
  change: (part: { page?: number }, replace?: boolean) => void;
  children: ReactNode;
};

export function Paged({ page = 1, totalPages, old, change, children }: PagedProps) {
  const show = (other: number, replace = false) => change({ page: other > 1 ? other : undefined }, replace);
  const last = Math.max(1, totalPages);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is a new function in each render
  useEffect(() => {
    // after the last page, because of an old address or deleted rows
    if (!old && page > last) show(last, true);
  }, [old, page, last]);
  return (
    <>
      <div aria-busy={old} className={old ? 'opacity-60' : undefined}>
        {children}
      </div>
      {totalPages > 1 ? <Pager page={page} totalPages={totalPages} onPage={show} /> : null}
    </>
  );
}

type PagerProps = { page: number; totalPages: number; onPage: (page: number) => void };

function Pager({ page, totalPages, onPage }: PagerProps) {
  const place = useRef<HTMLParagraphElement>(null);
  // a disabled button loses the focus
  useFocusAfter(page > 1, place);
  useFocusAfter(page < totalPages, place);
  return (
    <nav aria-label="Seiten" className="mt-4 flex flex-wrap items-center justify-end gap-3">
      <p
        ref={place}
        aria-live="polite"
        tabIndex={-1}
        className="mr-auto outline-none text-sm text-ink-soft tabular-nums sm:mr-2"
      >
        {`Seite ${page} von ${totalPages}`}
      </p>
      <SmallButton disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Zurück
      </SmallButton>
      <SmallButton disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Weiter
      </SmallButton>
    </nav>
  );
}

type Props = {
  title: string;
  /** For an empty list beside other content. */
  small?: boolean;
  note?: string;
  children?: ReactNode;
};

export function Empty({ title, small = false, note, children }: Props) {
  return (
    <div
      className={`flex flex-col items-center rounded-card border border-line bg-white text-center shadow-card ${small ? 'px-4 py-8' : 'gap-4 px-6 py-12'}`}
    >
      <EmptyScene className={small ? 'h-28' : 'w-48'} />
      <p className={`${small ? 'mt-3' : 'font-serif text-xl'} font-semibold text-green-900`}>{title}</p>
      {note ? <p className="mt-1 max-w-md text-sm text-ink-soft">{note}</p> : null}
      {children}
    </div>
  );
}

type SourceProps = {
  sources: readonly string[];
  value: string | undefined;
  onChange: (source: string | undefined) => void;
};

/** Left out where everybody comes from the same place. */
export function SourceFilter({ sources, value = '', onChange }: SourceProps) {
  const offered = new Set(value ? [...sources, value] : sources);
  if (offered.size < 2) return null;
  const options = [...offered].sort(inGerman).map((source) => ({ value: source, label: source }));
  return (
    <FilterSelect
      label="Nach Quelle filtern"
      value={value}
      options={[{ value: '', label: 'Alle Quellen' }, ...options]}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}

const inGerman = new Intl.Collator('de').compare;

export function sourcesOf(sources: Iterable<string>): string[] {
  const counts = new Map<string, number>();
  for (const source of sources) counts.set(source, (counts.get(source) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a);
  return byCount.slice(0, mostSources).map(([source]) => source);
}
