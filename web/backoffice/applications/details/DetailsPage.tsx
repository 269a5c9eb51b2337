import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import FileCheck from 'lucide-react/icons/file-check';
import { withdrawalWarning } from '#domain/law/staff-withdrawals';
import { href, pages } from '#domain/urls';
import { buttonClass, linkClass } from '../../../ui/button';
import { Alert, Spinner } from '../../../ui/notices';
import { detailsQuery } from '../../cases/queries';
import { CaseRegion } from '../../cases/region/CaseRegion';
import { BackLink, Page } from '../../Page';
import type { Screen } from '../../screen';
import { Advice } from './Advice';
import { DataTabs, detailsSearch } from './DataTabs';
import { DeleteApplication } from './DeleteApplication';
import { DetailsFailed, isMissing } from './DetailsFailed';
import { Disclosure } from './Disclosure';
import { Documents } from './Documents';
import { Duplicates } from './Duplicates';
import { EndLinks } from './EndLinks';
import { Overview } from './Overview';
import { Prepared } from './Prepared';
import { useWayBack } from './useWayBack';

function DetailsPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(detailsQuery(id));
  const { list, goBack, onClick } = useWayBack();
  const shown = error && isMissing(error) ? undefined : data;
  const actions = (
    <>
      <Link to={href(pages.backofficeEvidence, { id })} className={buttonClass('secondary', 'small')}>
        <FileCheck aria-hidden="true" className="size-4" />
        Nachweise
      </Link>
      <Documents id={id} completed={shown?.application.completed ?? false} />
      <Disclosure id={id} />
      <EndLinks id={id} />
      <DeleteApplication id={id} goBack={goBack} />
    </>
  );
  return (
    <Page
      title="Antragsdetails"
      actions={shown ? actions : undefined}
      before={<BackLink to={list} label="Zurück zur Liste" onClick={onClick} />}
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
            {shown.withdrawalStands ? <WithdrawalWarning /> : null}
            <Duplicates duplicates={shown.duplicates} />
            <Overview {...shown} />
            {shown.case ? (
              <CaseRegion
                key={shown.application.id}
                found={shown.case}
                contact={shown.contactData}
                policy={shown.confirmationPolicy}
              />
            ) : null}
            <Advice details={shown} />
            <Prepared prepared={shown.prepared} />
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

function WithdrawalWarning() {
  return (
    <Alert tone="danger" title={withdrawalWarning}>
      <Link to={pages.backofficeWithdrawals} className={linkClass}>
        Zu den Widerrufen
      </Link>
    </Alert>
  );
}
