import { useQueryClient } from '@tanstack/react-query';
import { Await } from '@tanstack/react-router';
import { Provider, useAtomValue } from 'jotai';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { sourceIn, withSource } from '#domain/fields';
import { lastStep, type StepNumber, setKeys, steps } from '#domain/steps/all';
import { Ready } from '../hydrated/ready';
import { Sent } from '../hydrated/sent';
import { useOperator } from '../operator';
import { SiteFrame } from '../site/SiteFrame';
import { CheckIcon } from '../ui/icons';
import { Alert } from '../ui/notices';
import { useFailure } from '../ui/toasts';
import { Loading } from './form/StepFrame';
import { useBrowserHistory } from './move';
import { Offline } from './network';
import type { WizardStart } from './start';
import {
  createWizardStore,
  draftAtom,
  questionAtom,
  refusedAtom,
  stepAtom,
  submittedAtom,
  successDialogAtom,
} from './state';
import { SepaStep } from './steps/SepaStep';
import { SummaryStep } from './steps/SummaryStep';
import { ContactStep, HorseStep, PolicyholderStep } from './steps/set-steps';
import { TariffStep } from './steps/TariffStep';
import { chosenOnLandingPage } from './steps/tariff-form';
import { catalogueQuery, setQuery } from './stored';
import { SubmittedView, SuccessDialog, submittedTitle } from './submitted';

type Props = { id: string; start: WizardStart | Promise<WizardStart> };

export function WizardPage({ id, start }: Props) {
  const known = start instanceof Promise ? null : start;
  return (
    <WizardShell title={known ? (known.completed ? submittedTitle : titleOf(known.step)) : heading}>
      {start instanceof Promise ? (
        <Suspense fallback={<Loading />}>
          <Await promise={start}>{(known) => <Wizard key={id} id={id} start={known} />}</Await>
        </Suspense>
      ) : (
        <Wizard key={id} id={id} start={start} />
      )}
    </WizardShell>
  );
}

const heading = 'Jetzt Tarif berechnen und beantragen';

export function WizardShell({ title, children }: { title: string; children: ReactNode }) {
  const { brand } = useOperator();
  return (
    <SiteFrame header={<Sent part="header" />} footer={<Sent part="footer" />}>
      <title>{`${title} | ${brand.name}`}</title>
      <div className="border-b border-line bg-paper-deep">
        <div className="mx-auto max-w-5xl px-4 pt-9 pb-8 sm:px-6 sm:pt-14 sm:pb-11">
          <h1 className="text-3xl text-green-900 sm:text-5xl">{heading}</h1>
          <p className="mt-3 max-w-xl text-lg text-ink-soft">
            In wenigen Schritten zu Ihrem individuellen Angebot für den OP-Schutz Ihres Pferdes.
          </p>
        </div>
      </div>
      <div className="mx-auto max-w-5xl px-4 pb-16 sm:px-6 sm:pb-24">{children}</div>
    </SiteFrame>
  );
}

function Wizard({ id, start }: { id: string; start: WizardStart }) {
  const client = useQueryClient();
  const [store] = useState(() => {
    for (const key of setKeys) {
      const record = start.sets[key];
      if (record !== undefined) client.setQueryData(setQuery(id, key).queryKey, record);
    }
    if (start.catalogue) client.setQueryData(catalogueQuery.queryKey, start.catalogue);
    return createWizardStore(id, start);
  });
  useEffect(() => {
    const choice = chosenOnLandingPage(location.search);
    if (!choice) return;
    if (!store.get(draftAtom)('tariff-selection')) store.set(draftAtom, 'tariff-selection', choice);
    // without the choice, so that a reload does not choose the tariff again
    history.replaceState(history.state, '', withSource(location.pathname, sourceIn(location.href)));
  }, [store]);
  useFailure(start.failed, 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.');
  return (
    <Provider store={store}>
      <Ready />
      <Steps note={start.note} />
      <SuccessDialog />
    </Provider>
  );
}

const screens = {
  1: HorseStep,
  2: ContactStep,
  3: TariffStep,
  4: PolicyholderStep,
  5: SepaStep,
  6: SummaryStep,
} as const;

function Steps({ note }: Pick<WizardStart, 'note'>) {
  const step = useAtomValue(stepAtom);
  const question = useAtomValue(questionAtom);
  const submitted = useAtomValue(submittedAtom);
  const refused = useAtomValue(refusedAtom);
  useBrowserHistory();
  const justNow = useAtomValue(successDialogAtom);
  const over = submitted && !justNow;
  const { brand } = useOperator();
  const title = over ? submittedTitle : `${refused ? 'Fehler: ' : ''}${titleOf(step)}`;
  // before a page view is recorded with it
  useLayoutEffect(() => {
    document.title = `${title} | ${brand.name}`;
  }, [title, brand]);
  if (over) return <SubmittedView />;
  const Screen = screens[step];
  return (
    <>
      {note ? (
        <div className="pt-6 sm:pt-8">
          <Alert>{note}</Alert>
        </div>
      ) : null}
      <StepIndicator current={step} />
      <Screen key={step} />
      {question}
      <Offline />
      <Sent part="help" />
    </>
  );
}

export const titleOf = (step: StepNumber) => `${standOf(step)}: ${steps[step - 1]?.title}`;
const standOf = (step: StepNumber) => `Schritt ${step} von ${lastStep}`;

const widths = ['w-1/6', 'w-2/6', 'w-3/6', 'w-4/6', 'w-5/6', 'w-full'];

function StepIndicator({ current }: { current: StepNumber }) {
  return (
    <div className="py-7 sm:py-9">
      <div
        role="progressbar"
        aria-label="Stand des Antrags"
        aria-valuemin={1}
        aria-valuemax={lastStep}
        aria-valuenow={current}
        aria-valuetext={standOf(current)}
        className="h-1.5 overflow-hidden rounded-full bg-green-100"
      >
        <div
          className={`h-full rounded-full bg-saddle-600 transition-[width] duration-500 ${widths[current - 1]}`}
        />
      </div>
      <ol className="mt-4 grid grid-cols-6 gap-1">
        {steps.map(({ number, label }) => (
          <Item key={number} number={number} label={label} current={current} />
        ))}
      </ol>
      <p id="stand" className="mt-3 text-sm font-semibold text-ink-soft md:hidden">
        {standOf(current)}
      </p>
    </div>
  );
}

function Item({ number, label, current }: { number: StepNumber; label: string; current: StepNumber }) {
  const state = number < current ? 'done' : number === current ? 'active' : 'upcoming';
  const badge = {
    done: 'border-green-800 bg-green-800 text-white',
    active: 'border-saddle-600 bg-white text-saddle-700 ring-4 ring-saddle-100',
    upcoming: 'border-line bg-white text-ink-soft',
  }[state];
  return (
    <li
      aria-current={state === 'active' ? 'step' : undefined}
      data-state={state}
      className="flex flex-col items-center gap-2 text-center"
    >
      <span
        className={`flex size-9 items-center justify-center rounded-full border-2 font-semibold tabular-nums ${badge}`}
      >
        {state === 'done' ? <CheckIcon className="size-5" /> : <span>{number}</span>}
        {state === 'done' ? <span className="sr-only">{`${number}, erledigt:`}</span> : null}
      </span>
      <span
        className={`hidden text-sm leading-tight hyphens-auto md:block ${state === 'active' ? 'font-semibold text-saddle-700' : 'text-ink-soft'}`}
      >
        {label}
      </span>
    </li>
  );
}
