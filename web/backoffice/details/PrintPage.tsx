import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Printer from 'lucide-react/icons/printer';
import { href, pages } from '#domain/urls';
import { Button } from '../../ui/button';
import { Spinner } from '../../ui/spinner';
import { Page } from '../Page';
import { DetailsFailed, isMissing } from './DetailsFailed';
import { PrintSheet } from './PrintSheet';
import { detailsQuery } from './query';

/** One application on paper: everything that staff hand on to the insurer. */
export function PrintPage() {
  const { id } = useParams({ from: '/backoffice/applications/$id/print' });
  const { data, error, isFetching, refetch } = useQuery(detailsQuery(id));
  if (data && !(error && isMissing(error))) {
    return (
      <div className="mx-auto max-w-[60rem] px-4 py-6 sm:px-6 lg:py-8 print:max-w-none print:p-0">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 print:hidden">
          <ToDetails id={id} />
          <Button size="small" onClick={() => print()}>
            <Printer aria-hidden="true" className="size-4" />
            Drucken
          </Button>
        </div>
        <PrintSheet details={data} />
      </div>
    );
  }
  return (
    <Page title="Druckansicht" before={<ToDetails id={id} />}>
      {error ? (
        <DetailsFailed error={error} shown={false} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Antrag wird geladen..." />
      )}
    </Page>
  );
}

function ToDetails({ id }: { id: string }) {
  return (
    <Link
      to={href(pages.backofficeApplication, { id })}
      className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-green-800 underline decoration-green-200 underline-offset-4 hover:decoration-green-800"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Zurück zum Antrag
    </Link>
  );
}
