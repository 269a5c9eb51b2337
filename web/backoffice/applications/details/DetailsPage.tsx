import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useParams, useRouter } from '@tanstack/react-router';
import FileCheck from 'lucide-react/icons/file-check';
import FileDown from 'lucide-react/icons/file-down';
import Printer from 'lucide-react/icons/printer';
import Trash2 from 'lucide-react/icons/trash-2';
import { type MouseEvent, useEffect, useState } from 'react';
import { type Duplicate, mostDuplicates, possibleDuplicate } from '#domain/applications/duplicates';
import { type ApplicationDetails, stateLabels } from '#domain/applications/staff';
import { caseStatuses } from '#domain/cases/statuses';
import { berlinDay, formatDay } from '#domain/dates';
import { shortId } from '#domain/ids';
import { withdrawalWarning } from '#domain/law/staff-withdrawals';
import { fullName } from '#domain/text/mailable';
import { api, documentName, href, pages } from '#domain/urls';
import { RequestFailed, requestFile } from '../../../api';
import { buttonClass, linkClass, SmallButton } from '../../../ui/button';
import { Fold } from '../../../ui/fold';
import { Alert, Badge, Spinner } from '../../../ui/notices';
import { MoreActions } from '../../buttons';
import { saveFile, useAction } from '../../calls';
import { detailsQuery, isList, listBehind } from '../../cases/desk';
import { CaseRegion } from '../../cases/region/CaseRegion';
import { BackLink, LoadFailed, Page } from '../../Page';
import type { Screen } from '../../screen';
import { DeletionDialog, useDeletion } from '../deletion';
import { DataTabs, detailsSearch } from './DataTabs';
import { Advice, Disclosure, EndLinks, Overview, Prepared } from './Overview';

function DetailsPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, isFetching, refetch } = useQuery(detailsQuery(id));
  const { list, goBack, onClick } = useWayBack();
  const missing = error !== null && isMissing(error);
  const shown = missing ? undefined : data;
  const actions = (
    <>
      <Link to={href(pages.backofficeEvidence, { id })} className={buttonClass('secondary', 'small')}>
        <FileCheck aria-hidden="true" className="size-4" />
        Nachweise
      </Link>
      <Documents id={id} completed={shown?.application.completed ?? false} />
      <MoreActions>
        <Disclosure id={id} />
        <EndLinks id={id} />
      </MoreActions>
      <DeleteApplication id={id} goBack={goBack} />
    </>
  );
  return (
    <Page
      title="Antragsdetails"
      note={shown && <Subject {...shown} />}
      actions={shown ? actions : undefined}
      before={<BackLink to={list} label="Zurück zur Liste" onClick={onClick} />}
    >
      <div className="space-y-6">
        {error ? (
          <LoadFailed
            framed
            note={noteOf(missing, shown !== undefined)}
            busy={isFetching}
            onRetry={missing ? undefined : () => void refetch()}
          >
            <span lang="en">Error loading application details</span>
          </LoadFailed>
        ) : null}
        {shown ? (
          <>
            {shown.withdrawalStands ? (
              <Alert tone="danger" title={withdrawalWarning}>
                <Link to={pages.backofficeWithdrawals} className={linkClass}>
                  Zu den Widerrufen
                </Link>
              </Alert>
            ) : null}
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
            <Prepared {...shown} />
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

function Subject({ contactData, horseData, prepared }: ApplicationDetails) {
  const name = contactData ? fullName(contactData) : prepared?.name;
  const names = [name, horseData?.horseName ?? prepared?.horseName].filter(Boolean);
  return <p className="text-lg font-semibold text-ink wrap-anywhere">{names.join(' · ')}</p>;
}

function Duplicates({ duplicates }: Pick<ApplicationDetails, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <Fold
      title={
        <>
          <span>{possibleDuplicate}</span> <Badge tone="waiting">{duplicates.length}</Badge>
        </>
      }
    >
      <ul className="space-y-2 px-4 pb-4 sm:px-6">
        {duplicates.map((duplicate) => (
          <li key={duplicate.id}>
            <p className="flex flex-wrap items-baseline gap-x-3">
              <Link
                to={href(pages.backofficeApplication, { id: duplicate.id })}
                className={`font-semibold tabular-nums ${linkClass}`}
              >
                {`Antrag ${shortId(duplicate.id)}`}
              </Link>
              <span className="min-w-0 wrap-anywhere">{factsOf(duplicate)}</span>
            </p>
            <p className="text-sm text-ink-soft first-letter:uppercase">{duplicate.reason}</p>
          </li>
        ))}
      </ul>
      {duplicates.length < mostDuplicates ? null : (
        <p className="px-4 pb-4 text-sm text-ink-soft sm:px-6">{`Gezeigt werden höchstens ${mostDuplicates}.`}</p>
      )}
    </Fold>
  );
}

function factsOf({ horseName, createdAt, status }: Duplicate): string {
  const day = `vom ${formatDay(berlinDay(new Date(createdAt)))}`;
  const state = status === null ? stateLabels.incomplete : caseStatuses[status].label;
  return [horseName, day, state].filter((one) => one !== null).join(', ');
}

type Wanted = { copy?: 'staff'; tab?: Window | null };

/** Opens the PDF for staff in a new tab, and saves that of the applicant. Plain links would send no token. */
function Documents({ id, completed }: { id: string; completed: boolean }) {
  const { run, busy } = useAction({
    call: ({ copy }: Wanted) => requestFile(href(api.document, { id }) + (copy ? `?copy=${copy}` : '')),
    isReading: true,
    failure: 'Das PDF konnte nicht heruntergeladen werden',
    after: (_, { tab }, file) => {
      if (!file) tab?.close();
      // never revoked, because the tab may be reloaded
      else if (tab) tab.location.href = URL.createObjectURL(file);
      else saveFile(documentName(id), file);
    },
  });
  // opened before the response: browsers open a tab only during the click
  const print = () => run({ copy: 'staff', tab: window.open('', '_blank') });
  return (
    <>
      <SmallButton aria-disabled={busy} onClick={print}>
        <Printer aria-hidden="true" className="size-4" />
        Druckansicht
      </SmallButton>
      {completed ? (
        <SmallButton aria-disabled={busy} onClick={() => run({})}>
          <FileDown aria-hidden="true" className="size-4" />
          PDF herunterladen
        </SmallButton>
      ) : null}
    </>
  );
}

function DeleteApplication({ id, goBack }: { id: string; goBack: () => void }) {
  const [asking, setAsking] = useState(false);
  const [client, router] = [useQueryClient(), useRouter()];
  const { queryKey } = detailsQuery(id);
  const isDeleted = (error: Error | null) => error === null || isGone(error);
  const { run, busy } = useDeletion(
    (error) => {
      setAsking(false);
      if (!isDeleted(error)) return;
      // deletes the cached details once no screen shows them
      const stop = router.subscribe('onResolved', () => {
        stop();
        client.removeQueries({ queryKey });
      });
      goBack();
    },
    (error) => (isDeleted(error) ? queryKey : undefined),
  );
  return (
    <>
      <SmallButton look="danger" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden="true" className="size-4" />
        Löschen
      </SmallButton>
      <DeletionDialog open={asking} busy={busy} onConfirm={() => run(id)} onClose={() => setAsking(false)} />
    </>
  );
}

const isGone = (error: Error) => error instanceof RequestFailed && error.status === 404;

/** Returns to the list, by the history if the user came from there, so that search and scroll position stay. */
function useWayBack() {
  const router = useRouter();
  const fromList = useLocation({ select: ({ state }) => state.fromList });
  const [arrivedFrom] = useState(() => router.stores.resolvedLocation.get()?.pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, or it would write into the entry of the list on the way back
  useEffect(() => {
    if (fromList || !isList(arrivedFrom)) return;
    // stored in the history entry, where it survives a reload and a change of the tab
    void router.navigate({
      to: '.',
      search: true,
      replace: true,
      resetScroll: false,
      state: (state) => ({ ...state, fromList: listBehind(arrivedFrom) }),
    });
  }, []);

  const list = fromList?.path ?? pages.backofficeApplications;
  const steps = fromList?.steps ?? 0;
  const goBack = () => {
    if (steps > 0) router.history.go(-steps);
    else void router.navigate({ to: list, replace: true });
  };
  /** For a link to the list: a plain click goes back in the history. */
  const onClick = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (steps === 0 || elsewhere) return;
    event.preventDefault();
    router.history.go(-steps);
  };
  return { list, goBack, onClick };
}

/** The application does not exist. 422: the address does not contain a valid id. */
const isMissing = (error: Error) => error instanceof RequestFailed && [404, 422].includes(error.status);

function noteOf(missing: boolean, shown: boolean): string {
  if (missing) return 'Diesen Antrag gibt es nicht oder nicht mehr.';
  return shown
    ? 'Sie sehen den zuletzt geladenen Stand. Bitte prüfen Sie Ihre Verbindung.'
    : 'Die Angaben konnten nicht geladen werden. Bitte prüfen Sie Ihre Verbindung.';
}
