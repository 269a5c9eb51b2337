import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { check } from '#domain/fields';
import { choicesOf } from '#domain/insights/choices';
import { insightsQuery, type Period, periodOf } from '#domain/insights/insights';
import { pages } from '#domain/urls';
import { TextField } from '../../ui/fields';
import { SubmitButton, useForm } from '../form/form';
import { OptionalFilter } from '../table/frame';

type Props = {
  period: Period;
  today: string;
  source: string | undefined;
  /** Missing until they are known. */
  sources?: readonly string[];
  onChange: (part: Partial<Period> & { source?: string }) => void;
};

export function Periods({ period, today, source, sources = [], onChange }: Props) {
  const known = source === undefined || sources.includes(source) ? sources : [...sources, source];
  return (
    <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-4 print:hidden">
      <Choices period={period} today={today} source={source} />
      <OptionalFilter
        label="Nach Quelle filtern"
        all="Alle Quellen"
        value={source}
        options={known.map((value) => ({ value, label: value }))}
        onChange={(chosen) => onChange({ source: chosen })}
      />
      <PeriodForm period={period} today={today} onChange={onChange} />
    </div>
  );
}

type ChoicesProps = Pick<Props, 'period' | 'today' | 'source'>;

/** Links, as the views of the cases are. The source stays. */
function Choices({ period, today, source }: ChoicesProps) {
  return (
    <nav aria-label="Zeiträume">
      <ul className="inline-flex max-w-full flex-wrap gap-1 rounded-control border border-line bg-paper-deep p-1">
        {choicesOf(today).map(({ label, from, to }) => {
          const active = from === period.from && to === period.to;
          return (
            <li key={label}>
              <Link
                to={pages.backofficeInsights}
                search={{ from, to, source }}
                activeOptions={{ exact: true }}
                aria-current={active ? 'page' : undefined}
                className={`inline-flex min-h-9 items-center rounded-md px-2.5 text-[0.9375rem] font-semibold ${active ? 'bg-white text-green-900 shadow-sm' : 'text-ink-soft hover:text-green-900'}`}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type FormProps = Pick<Props, 'period' | 'today' | 'onChange'>;

/** A date that is being typed is a date in each year on the way, so that the form is sent. */
function PeriodForm({ period: { from, to }, today, onChange }: FormProps) {
  const form = useForm({
    initial: { from, to },
    check: (typed) => {
      const checked = check(insightsQuery, typed);
      return checked.ok ? periodOf(checked.value, today) : checked;
    },
    call: async (chosen) => onChange(chosen),
    success: () => null,
    failure: () => null,
    isReading: true,
  });
  // another period may have been chosen elsewhere
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each period
  useEffect(() => form.end(), [from, to]);
  return (
    <form ref={form.ref} noValidate onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-3">
      <TextField label="Von" type="date" max={today} {...form.control('from')} />
      <TextField label="Bis" type="date" max={today} {...form.control('to')} />
      <SubmitButton busy={false} look="secondary">
        Anzeigen
      </SubmitButton>
    </form>
  );
}
