/** What is asked when the server has refused another address in somebody else's draft. Loaded when it is needed. */
import type { QueryClient } from '@tanstack/react-query';
import type { createStore } from 'jotai';
import { sourceIn } from '#domain/fields';
import { foreignAddress } from '#domain/steps/sets';
import { publicPages as pages } from '#domain/urls';
import { Button } from '../ui/button';
import { TitledDialog } from '../ui/dialogs';
import { applicationIdAtom, draftAtom, prefillAtom, questionAtom } from './state';
import { tariffFormValues, toTariffInput } from './steps/tariff-form';
import { setQuery } from './stored';

type Asked = { store: ReturnType<typeof createStore>; client: QueryClient };

export function askAnew(asked: Asked): void {
  const { store } = asked;
  const onClose = () => store.set(questionAtom, null);
  const text =
    'Wer diesen Antrag begonnen hat, kann lesen, was Sie hier eingeben. Möchten Sie Ihr eigenes Pferd versichern, beginnen Sie bitte einen neuen Antrag. Ihre Wahl des Tarifs nehmen wir mit.';
  store.set(
    questionAtom,
    <TitledDialog open title={foreignAddress} text={text} onClose={onClose}>
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Zurück zum Schritt
        </Button>
        <Button onClick={() => void beginAnew(asked)}>Neuen Antrag beginnen</Button>
      </div>
    </TitledDialog>,
  );
}

/** Leaves for an empty application, with the tariff that was chosen in this one. */
async function beginAnew({ store, client }: Asked) {
  const query = setQuery(store.get(applicationIdAtom), 'tariff-selection');
  const stored = await client.ensureQueryData(query).catch(() => null);
  const known = tariffFormValues(stored ?? store.get(prefillAtom)?.tariff ?? null);
  const chosen = toTariffInput({ ...known, ...store.get(draftAtom)('tariff-selection') });
  const address = new URLSearchParams({
    tariff: String(chosen.tariffType),
    deductible: String(chosen.selfParticipation),
    frequency: String(chosen.paymentFrequency),
    source: sourceIn(location.href) ?? '',
  });
  location.assign(`${pages.calculator}?${address}`);
}
