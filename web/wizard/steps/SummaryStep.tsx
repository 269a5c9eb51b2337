import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAtomValue, useStore } from 'jotai';
import { type ReactNode, useContext, useRef, useState } from 'react';
import { type AllSets, areAllThere, incompleteTitle } from '#domain/application';
import { berlinDay, formatDay } from '#domain/dates';
import { type DisclosedDocuments, documentKinds, documentLabels } from '#domain/document-kinds';
import { consents } from '#domain/law/wordings';
import { type SetKey, setKeys, stepOf } from '#domain/steps/all';
import { applicationParameter, href, publicPages as pages } from '#domain/urls';
import { applicationsApi, RequestFailed } from '../../api';
import { Button } from '../../ui/button';
import { CheckboxField } from '../../ui/fields';
import { Alert } from '../../ui/notices';
import { toast, toastFailure, useFailure } from '../../ui/toasts';
import { Declaration, Loading, pair, StepButtons, StepCard } from '../form/StepFrame';
import { saveFailed } from '../form/useStepForm';
import { useMoveToStep } from '../move';
import {
  applicationIdAtom,
  busyAtom,
  refusedAtom,
  SubmitLabel,
  submittedAtom,
  successDialogAtom,
  useWordings,
} from '../state';
import { declarationsQuery, documentsQuery, setQuery } from '../stored';
import { trackSubmission } from '../tracking';
import { CoverNote, cardFacts, Facts, Offer } from './Facts';
import type { Notice, Overview } from './refused';

export function SummaryStep() {
  const id = useAtomValue(applicationIdAtom);
  const submitLabel = useContext(SubmitLabel);
  // not `useQueries`, which would enlarge the bundle
  const queries = [
    useQuery(freshSet(id, 'horse-data')),
    useQuery(freshSet(id, 'contact-data')),
    useQuery(freshSet(id, 'tariff-selection')),
    useQuery(freshSet(id, 'policyholder-info')),
    useQuery(freshSet(id, 'sepa-mandate')),
  ];
  const declared = useQuery({ ...declarationsQuery(id), ...fresh });
  // read here, or a change would not render this anew
  const adviceWaiver = declared.data?.adviceWaiver === true;
  const { selection } = useWordings();
  const { submit, refusals, notice } = useSubmitApplication();
  const loads = [...queries, declared];
  const failed = loads.some((query) => query.isError);
  useFailure(failed, 'Es ist ein Fehler beim Laden der Daten aufgetreten.');
  if (loads.some((query) => query.isPending || query.isFetching)) return <Loading />;
  const sets = Object.fromEntries(
    setKeys.map((key, index) => [key, queries[index]?.isSuccess ? queries[index].data : null]),
  ) as { [K in SetKey]: Overview['sets'][K] | null };
  const complete = areAllThere(sets);
  return (
    <StepCard step={6} intro="Bitte prüfen Sie Ihre Angaben, bevor Sie den Antrag absenden.">
      <div className="mt-7 space-y-5">
        {notice.top}
        {complete ? null : (
          <Alert tone="danger" role="alert" title={incompleteTitle}>
            {fillAll}
          </Alert>
        )}
        {refusals.length > 0 ? (
          <Alert tone="danger" role="alert" title="Bitte prüfen Sie Ihre Angaben">
            {refusals.join(' ')}
          </Alert>
        ) : null}
        {setKeys.map((key) => (
          <SummaryCard key={key} set={key} record={sets[key]}>
            {key === 'tariff-selection' ? (
              <>
                {notice.atTariff}
                <CoverNote
                  start={sets['horse-data']?.insuranceStartDate}
                  tariff={sets['tariff-selection']?.tariffType}
                />
              </>
            ) : null}
          </SummaryCard>
        ))}
        <DocumentsCard />
        <p className="text-sm text-ink-soft">
          <Declaration sentence={consents.submission} />
        </p>
        {declared.isSuccess ? <AdviceWaiver /> : null}
        {declared.data?.recipients ? (
          <p className="text-sm text-ink-soft">{declared.data.recipients}</p>
        ) : null}
        <p className="text-sm text-ink-soft">{selection}</p>
        {complete ? <Offer horse={sets['horse-data']} tariff={sets['tariff-selection']} /> : null}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (complete) void submit({ sets, adviceWaiver });
          }}
        >
          <StepButtons
            step={6}
            label={submitLabel}
            busyLabel="Wird verarbeitet..."
            disabled={!(complete && declared.isSuccess)}
          />
        </form>
      </div>
    </StepCard>
  );
}

const fillAll = 'Bitte füllen Sie alle erforderlichen Formulare aus.';
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

function freshSet<K extends SetKey>(id: string, key: K) {
  return { ...setQuery(id, key), ...fresh };
}

type CardProps<K extends SetKey> = { set: K; record: AllSets[K] | null; children: ReactNode };

function SummaryCard<K extends SetKey>({ set, record, children }: CardProps<K>) {
  const busy = useAtomValue(busyAtom);
  const moveTo = useMoveToStep();
  const { number, label, title } = stepOf(set);
  // the title of the first step is about the insurance, this card about the horse
  const heading = number === 1 ? label : title;
  return (
    <section className="rounded-control border border-line bg-paper/60 p-4 sm:px-6 sm:py-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg text-green-900">{heading}</h3>
        <Button
          look="quiet"
          className="min-h-0! px-0! text-sm!"
          aria-label={`${heading} ändern`}
          disabled={busy}
          onClick={() => void moveTo(number)}
        >
          Ändern
        </Button>
      </div>
      <div className="mt-1">
        {record ? (
          <Facts facts={cardFacts[set](record)} />
        ) : (
          <p className="text-ink-soft">Keine Angaben vorhanden</p>
        )}
      </div>
      {children}
    </section>
  );
}

/** All documents, and whether they have been sent. Without a reply of the server the links work all the same. */
function DocumentsCard() {
  const id = useAtomValue(applicationIdAtom);
  const { isPending, data } = useQuery(documentsQuery(id));
  return (
    <section
      aria-labelledby="unterlagen"
      className="rounded-control border border-line bg-paper/60 p-4 sm:px-6 sm:py-5"
    >
      <h3 id="unterlagen" className="text-lg text-green-900">
        Ihre Unterlagen
      </h3>
      <p className="mt-1 text-ink-soft wrap-anywhere">{isPending ? '\u00a0' : wayOf(data?.delivery)}</p>
      <ul className={`${pair} mt-4`}>
        {documentKinds.map((kind) => (
          <li key={kind}>
            <a
              // a download by the author is recorded for the application
              href={`${href(pages.document, { kind })}?${applicationParameter}=${id}`}
              className="text-green-800 underline underline-offset-4"
            >
              {documentLabels[kind]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function wayOf(delivery?: DisclosedDocuments['delivery']): string {
  if (!delivery?.sentAt)
    return `${delivery?.returned ? 'Unsere E-Mail kam zurück. ' : ''}Bitte laden Sie die Unterlagen jetzt herunter.`;
  return `Per E-Mail gesendet am ${formatDay(berlinDay(new Date(delivery.sentAt)))} an ${delivery.to}`;
}

/** The optional box that waives advice. Each change is stored at once; if that fails, the former state is shown. */
function AdviceWaiver() {
  const id = useAtomValue(applicationIdAtom);
  const store = useStore();
  const client = useQueryClient();
  const { waiver } = useWordings();
  const query = declarationsQuery(id);
  const checked = useQuery(query).data?.adviceWaiver ?? false;

  const show = (adviceWaiver: boolean) =>
    client.setQueryData(query.queryKey, (stored) => ({ ...stored, adviceWaiver }));

  async function change(adviceWaiver: boolean) {
    if (store.get(busyAtom)) return;
    // disables the buttons, so that nothing is submitted with a choice that is not stored
    store.set(busyAtom, true);
    show(adviceWaiver);
    try {
      await applicationsApi.declare(id, { adviceWaiver });
    } catch (error) {
      show(checked);
      if (error instanceof RequestFailed && error.status === 409) store.set(submittedAtom, true);
      toast(saveFailed);
    } finally {
      store.set(busyAtom, false);
    }
  }
  return (
    <CheckboxField
      name="adviceWaiver"
      label={waiver.sentence}
      hint={waiver.note}
      checked={checked}
      onChange={(event) => void change(event.target.checked)}
    />
  );
}

/** Submits the application. `refusals`: the server's messages if a rule no longer holds. */
function useSubmitApplication() {
  const id = useAtomValue(applicationIdAtom);
  const store = useStore();
  const [refusals, setRefusals] = useState<string[]>([]);
  const [notice, setNotice] = useState<Notice>({});
  const client = useQueryClient();
  const wordings = useWordings();

  const sending = useRef(false);

  async function submit(shown: Overview) {
    if (sending.current) return;
    sending.current = true;
    store.set(refusedAtom, false);
    store.set(busyAtom, true);
    setRefusals([]);
    setNotice({});
    try {
      const { sets, adviceWaiver } = shown;
      const state = [...setKeys.map((key) => sets[key].state), adviceWaiver].join('.');
      await applicationsApi.complete(id, state, sets['tariff-selection'].monthlyPremium, wordings.header);
      store.set(submittedAtom, true);
      trackSubmission(true);
      store.set(successDialogAtom, true);
    } catch (error) {
      trackSubmission(false);
      await refuse(error, shown).catch(tellFailure);
    } finally {
      sending.current = false;
      store.set(busyAtom, false);
    }
  }

  async function refuse(error: unknown, shown: Overview) {
    if (!(error instanceof RequestFailed)) throw error;
    store.set(refusedAtom, true);
    if (error.status === 409) {
      const { explain } = await import('./refused');
      return setNotice(await explain({ refused: error, shown, client, id }));
    }
    setRefusals(error.fieldErrors.map(({ message }) => `${message}.`));
    throw error;
  }
  return { submit, refusals, notice };
}

function tellFailure(error: unknown) {
  if (error instanceof RequestFailed && error.text.includes(incompleteTitle))
    toastFailure(fillAll, incompleteTitle);
  else toastFailure('Es ist ein Fehler beim Absenden des Antrags aufgetreten.');
}
