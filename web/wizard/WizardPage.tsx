import { useQueryClient } from '@tanstack/react-query';
import { Await } from '@tanstack/react-router';
import { Provider, useAtomValue } from 'jotai';
import { Suspense, useEffect, useState } from 'react';
import { sourceIn, withSource } from '#domain/fields';
import { setKeys } from '#domain/steps/all';
import { Ready } from '../hydrated/ready';
import { Alert } from '../ui/notices';
import { useFailure } from '../ui/toasts';
import { Loading } from './form/StepFrame';
import { useBrowserHistory } from './move';
import { StepIndicator } from './StepIndicator';
import type { WizardStart } from './start';
import {
  createWizardStore,
  draftAtom,
  questionAtom,
  stepAtom,
  submittedAtom,
  successDialogAtom,
} from './state';
import { ContactStep } from './steps/ContactStep';
import { HorseStep } from './steps/HorseStep';
import { PolicyholderStep } from './steps/PolicyholderStep';
import { SepaStep } from './steps/SepaStep';
import { SummaryStep } from './steps/SummaryStep';
import { TariffStep } from './steps/TariffStep';
import { chosenOnLandingPage } from './steps/tariff-form';
import { catalogueQuery, setQuery } from './stored';
import { SubmittedView, SuccessDialog } from './submitted';
import { WizardShell } from './WizardShell';

type Props = { id: string; start: WizardStart | Promise<WizardStart> };

export function WizardPage({ id, start }: Props) {
  return (
    <WizardShell>
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
  useBrowserHistory();
  const justNow = useAtomValue(successDialogAtom);
  if (submitted && !justNow) return <SubmittedView />;
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
    </>
  );
}
