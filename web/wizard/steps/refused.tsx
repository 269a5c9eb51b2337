/** Why the server did not take what the overview submitted, and what to do. Loaded when that happens. */
import type { QueryClient } from '@tanstack/react-query';
import { type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { type SetRecord, setFields } from '#domain/application';
import { pausedTitle, pauseLines } from '#domain/site-state';
import { type SetKey, setKeys, stepOf } from '#domain/steps/all';
import { toEuro } from '#domain/tariffs/premium';
import type { RequestFailed, ShownSet } from '../../api';
import { Alert } from '../../ui/notices';
import { SubmitLabel } from '../state';
import { declarationsQuery, setQuery } from '../stored';
import { contribution } from './Facts';

export type Overview = { sets: { [K in SetKey]: ShownSet<K> }; adviceWaiver: boolean };

/** Why something else than what was shown would be submitted; beside the tariff if it is the price. */
export type Notice = { top?: ReactNode; atTariff?: ReactNode };

const kept = 'Ihre Angaben bleiben gespeichert. Sie können den Antrag später absenden.';

type Refusal = { refused: RequestFailed; shown: Overview; client: QueryClient; id: string };

/** For a conflict with what was shown. Afterwards the cache has what is stored now. */
export async function explain({ refused, shown, client, id }: Refusal): Promise<Notice> {
  if (refused.sentence === pausedTitle) {
    const [title, ...lines] = pauseLines(refused.read('current') as Parameters<typeof pauseLines>[0]);
    return { top: <FocusedAlert title={title ?? ''}>{[...lines, kept].join(' ')}</FocusedAlert> };
  }
  // in EUR, if the price has risen
  const monthlyPremium = refused.read('monthlyPremium');
  if (typeof monthlyPremium !== 'number') {
    await client.invalidateQueries();
    return { top: <DataChanged names={changedNames(shown, client, id)} /> };
  }
  const { monthlyPremium: from } = shown.sets['tariff-selection'];
  const raised = { monthlyPremium, annualPremium: toEuro(Math.round(monthlyPremium * 100) * 12) };
  const tariff = { ...shown.sets['tariff-selection'], ...raised };
  client.setQueryData(setQuery(id, 'tariff-selection').queryKey, tariff);
  return { atTariff: <PremiumRaised from={from} tariff={tariff} /> };
}

/** The labels of what differs between the overview and what is stored now. */
function changedNames({ sets, adviceWaiver }: Overview, client: QueryClient, id: string): string[] {
  const names = setKeys.flatMap((key) => {
    const now = client.getQueryData(setQuery(id, key).queryKey);
    if (now?.state === sets[key].state) return [];
    const changed = Object.keys(setFields[key]).filter(
      (name) => entryIn(sets[key], name) !== entryIn(now ?? {}, name),
    );
    // another account may look the same where its number is hidden
    return changed.length > 0 ? changed.map((name) => fieldName(key, name)) : [stepOf(key).label];
  });
  const waiver = client.getQueryData(declarationsQuery(id).queryKey)?.adviceWaiver ?? adviceWaiver;
  return waiver === adviceWaiver ? names : [...names, 'Verzicht auf Beratung'];
}

function entryIn(record: object, name: string): unknown {
  return Reflect.get(record, name) || (name === 'iban' && Reflect.get(record, 'ibanMasked')) || '';
}

/** The label of a field, with its step if another step has a field of that label. */
function fieldName(key: SetKey, name: string): string {
  const labelIn = (set: SetKey) => Object.values(setFields[set]).map(({ label }) => label);
  const label = setFields[key][name]?.label ?? name;
  const isAmbiguous = setKeys.filter((set) => labelIn(set).includes(label)).length > 1;
  return isAmbiguous ? `${label} (${stepOf(key).label})` : label;
}

/** Takes the focus as soon as it is there, because the pressed button is far below. */
function FocusedAlert({ title, children }: { title: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'center' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="mt-3 outline-none">
      <Alert tone="warning" role="alert" title={title}>
        {children}
      </Alert>
    </div>
  );
}

/** `names`: what is not as it was shown; none if the overview could not be loaded again. */
function DataChanged({ names }: { names: string[] }) {
  const submitLabel = useContext(SubmitLabel);
  return (
    <FocusedAlert title="Die Angaben haben sich geändert">
      {names.length > 0 ? <p className="wrap-anywhere">{`Geändert wurden: ${names.join(', ')}.`}</p> : null}
      <p className="mt-2">
        {`Das ist in einem anderen Fenster oder auf einem anderen Gerät geschehen. Wir haben Ihren Antrag deshalb noch nicht abgesendet. Bitte prüfen Sie Ihre Angaben, und klicken Sie dann noch einmal auf „${submitLabel}“.`}
      </p>
    </FocusedAlert>
  );
}

type Raised = {
  /** The price that was shown before, in EUR a month. */
  from: number;
  tariff: SetRecord['tariff-selection'];
};

function PremiumRaised({ from, tariff }: Raised) {
  const submitLabel = useContext(SubmitLabel);
  return (
    <FocusedAlert title="Der Beitrag hat sich geändert">
      <p>
        Bisher <span>{contribution({ ...tariff, monthlyPremium: from })}</span>, jetzt{' '}
        <strong>{contribution(tariff)}</strong>.
      </p>
      <p className="mt-2">
        {`Wir haben Ihren Antrag deshalb noch nicht abgesendet. Wenn Sie mit dem neuen Beitrag einverstanden sind, klicken Sie bitte noch einmal auf „${submitLabel}“.`}
      </p>
    </FocusedAlert>
  );
}
