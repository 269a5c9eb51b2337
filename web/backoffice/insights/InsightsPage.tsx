import { useQuery } from '@tanstack/react-query';
import ChartNoAxesCombined from 'lucide-react/icons/chart-no-axes-combined';
import { useEffect } from 'react';
import { berlinDay, formatDay, isDay } from '#domain/dates';
import { check } from '#domain/fields';
import { insightsName } from '#domain/insights/csv';
import {
  askedPeriod,
  choicesOf,
  type Insights,
  insightsQuery,
  type Period,
  periodOf,
} from '#domain/insights/insights';
import { api, pages } from '#domain/urls';
import { requestFile } from '../../api';
import { SmallButton } from '../../ui/button';
import { TextField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { TabLinks } from '../../ui/tabs';
import { ActionButton } from '../buttons';
import { changing, queryOf, saveFile } from '../calls';
import { SubmitButton, useForm } from '../form/form';
import { ListPage } from '../ListPage';
import { Page } from '../Page';
import { anyText, type Screen, searchOf, useSearchState } from '../screen';
import { OptionalFilter } from '../table/frame';
import { Overview } from './Overview';

const title = 'Kennzahlen';

const existingDay = (value: unknown) => (typeof value === 'string' && isDay(value) ? value : undefined);

/** Without days it is the usual period until today. */
const insightsSearch = searchOf({ from: existingDay, to: existingDay, source: anyText });

function InsightsPage() {
  const [{ from, to, source }, change] = useSearchState(insightsSearch);
  const today = berlinDay(new Date());
  const chosen = { today, source, onChange: change };
  const period = askedPeriod({ from, to }, today);
  if (!('wrong' in period)) {
    return <Figures {...chosen} period={period} />;
  }
  return (
    <Page title={title}>
      <Periods {...chosen} period={{ from: from ?? '', to: to ?? '' }} />
      <Alert tone="danger" role="alert" title="Diesen Zeitraum gibt es nicht">
        {period.wrong}
      </Alert>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficeInsights,
  title,
  icon: ChartNoAxesCombined,
  role: 'admin',
  search: insightsSearch,
  component: InsightsPage,
};

type Chosen = {
  period: Period;
  today: string;
  source: string | undefined;
  onChange: (part: Partial<Period> & { source?: string }) => void;
};

function Periods({ sources = [], ...chosen }: Chosen & { sources?: readonly string[] }) {
  const { source, onChange } = chosen;
  const known = source === undefined || sources.includes(source) ? sources : [...sources, source];
  return (
    <div className="mb-6 flex flex-wrap items-end gap-x-4 gap-y-4 print:hidden">
      <Choices {...chosen} />
      <OptionalFilter
        label="Nach Quelle filtern"
        all="Alle Quellen"
        value={source}
        options={known.map((value) => ({ value, label: value }))}
        onChange={(other) => onChange({ source: other })}
      />
      <PeriodForm {...chosen} />
    </div>
  );
}

function Choices({ period, today, source }: Chosen) {
  const links = choicesOf(today).map(({ label, from, to }) => ({
    ...{ key: label, content: label, to: pages.backofficeInsights, search: { from, to, source } },
    current: from === period.from && to === period.to,
  }));
  return <TabLinks label="Zeiträume" links={links} />;
}

/** A date that is being typed is a date in each year on the way, so that the form is sent. */
function PeriodForm({ period: { from, to }, today, onChange }: Chosen) {
  const form = useForm({
    initial: { from, to },
    check: (typed) => {
      const checked = check(insightsQuery, typed);
      return checked.ok ? periodOf(checked.value, today) : checked;
    },
    call: async (chosen) => onChange(chosen),
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

/** The figures grow with each application, so they are loaded each time. Those before stay visible meanwhile. */
function Figures(chosen: Chosen) {
  const { period, source, onChange } = chosen;
  const query = useQuery({ ...queryOf<Insights>(api.insights, { ...period, source }), ...changing });
  return (
    <ListPage
      title={title}
      what="der Kennzahlen"
      query={query}
      note={(shown) => (
        <span aria-live="polite" className="wrap-anywhere">
          {periodWords(shown)}
        </span>
      )}
      forbidden="Die Kennzahlen sehen nur Administratoren."
      actions={(refresh) => (
        <>
          {refresh}
          <SmallButton onClick={() => window.print()}>Drucken</SmallButton>
          <Download {...chosen} />
        </>
      )}
      toolbar={<Periods {...chosen} sources={query.data?.sources} />}
    >
      {(insights) => (
        <div
          aria-busy={query.isPlaceholderData}
          className={query.isPlaceholderData ? 'opacity-60' : undefined}
        >
          <Overview insights={insights} onLonger={() => onChange({ from: undefined, to: undefined })} />
        </div>
      )}
    </ListPage>
  );
}

function periodWords({ from, to, source }: Insights): string {
  const days = from === to ? formatDay(from) : `${formatDay(from)} bis ${formatDay(to)}`;
  return source === null ? days : `${days} · Quelle ${source}`;
}

/** A plain link would send no token. */
function Download({ period, source }: Chosen) {
  const query = new URLSearchParams({ ...period, ...(source !== undefined && { source }), format: 'csv' });
  return (
    <ActionButton
      label="CSV herunterladen"
      busyLabel="Wird erstellt..."
      isReading
      call={() => requestFile(`${api.insights}?${query}`)}
      success={(file) => {
        saveFile(insightsName(period), file);
        return null;
      }}
      failure="Die Datei konnte nicht heruntergeladen werden."
    />
  );
}
