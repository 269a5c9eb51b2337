import RefreshCw from 'lucide-react/icons/refresh-cw';
import Search from 'lucide-react/icons/search';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../../ui/button';
import type { Option } from '../../ui/fields';
import { longestText } from '../search';

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
  /** The text in the address. */
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
      className={`${control} select-arrow pr-10 max-sm:grow`}
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

export function OptionalFilter<Value extends string>({
  all,
  value,
  options,
  onChange,
  ...select
}: OptionalProps<Value>) {
  return (
    <FilterSelect<Value | 'all'>
      {...select}
      value={value ?? 'all'}
      options={[{ value: 'all', label: all }, ...options]}
      onChange={(chosen) => onChange(chosen === 'all' ? undefined : chosen)}
    />
  );
}

type RefreshProps = { busy: boolean; onRefresh: () => void };

/** Loads a list again; the cache never does so automatically (docs/product.md, "Data cache"). */
export function RefreshButton({ busy, onRefresh }: RefreshProps) {
  return (
    <Button look="secondary" size="small" aria-disabled={busy} onClick={onRefresh}>
      <RefreshCw aria-hidden="true" className={`size-4 ${busy ? 'animate-spin' : ''}`} />
      <span>{busy ? 'Aktualisiere...' : 'Aktualisieren'}</span>
    </Button>
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
