import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#domain/dates';
import type { Insights, Period } from '#domain/insights/insights';
import { api } from '#domain/urls';
import { Button } from '../../ui/button';
import { changing, queryOf } from '../calls';
import { ListPage } from '../ListPage';
import { Download } from './Download';
import { Overview } from './Overview';
import { Periods } from './Periods';

type Props = {
  title: string;
  period: Period;
  source: string | undefined;
  today: string;
  onChange: (part: Partial<Period> & { source?: string }) => void;
};

/** The figures grow with each application, so they are loaded each time. Those before stay visible meanwhile. */
export function Figures({ title, period, source, today, onChange }: Props) {
  const query = useQuery({
    ...queryOf<Insights>(api.insights, { ...period, source }),
    ...changing,
  });
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
          <Button look="secondary" size="small" onClick={() => window.print()}>
            Drucken
          </Button>
          <Download period={period} source={source} />
        </>
      )}
      toolbar={
        <Periods
          period={period}
          today={today}
          source={source}
          sources={query.data?.sources}
          onChange={onChange}
        />
      }
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
