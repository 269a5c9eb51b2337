import { useQuery } from '@tanstack/react-query';
import { pages } from '#domain/urls';
import { Spinner } from '../../ui/spinner';
import { Page } from '../Page';
import type { Screen } from '../screen';
import { usePathId } from '../search';
import { BackLink } from './BackLink';
import { DataTabs } from './DataTabs';
import { DeleteApplication } from './DeleteApplication';
import { DetailsFailed, isMissing } from './DetailsFailed';
import { Documents } from './Documents';
import { Overview } from './Overview';
import { detailsQuery } from './query';
import { detailsSearch } from './search';
import { useWayBack } from './useWayBack';

function DetailsPage() {
  const id = usePathId();
  const { data, error, isFetching, refetch } = useQuery(detailsQuery(id));
  const { goBack, onClick } = useWayBack();
  const shown = error && isMissing(error) ? undefined : data;
  const actions = (
    <>
      <Documents id={id} completed={shown?.application.completed ?? false} />
      <DeleteApplication id={id} goBack={goBack} />
    </>
  );
  return (
    <Page
      title="Antragsdetails"
      actions={shown ? actions : undefined}
      before={<BackLink onClick={onClick} />}
    >
      <div className="space-y-6">
        {error ? (
          <DetailsFailed
            error={error}
            shown={shown !== undefined}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        ) : null}
        {shown ? (
          <>
            <Overview application={shown.application} />
            <DataTabs details={shown} />
          </>
        ) : null}
        {data || error ? null : <Spinner label="Antrag wird geladen..." />}
      </div>
    </Page>
  );
}

export const screen: Screen = {
  path: pages.backofficeApplication,
  search: detailsSearch,
  component: DetailsPage,
};
