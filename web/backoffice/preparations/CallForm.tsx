import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { showHint } from '../../ui/hints/start';
import { SubmitButton } from '../form/checked-form';
import { PricePanel } from './PricePanel';
import { HorsePart, PersonPart, PolicyholderPart, RequirementsPart } from './parts';
import { Refusals } from './Refusals';
import { TariffPart } from './TariffPart';
import { type CallOptions, useCallForm } from './useCallForm';
import { usePrice } from './usePrice';

/** One form for one call. Its keyboard order is the order of talking. */
export function CallForm(options: CallOptions) {
  const form = useCallForm(options);
  const price = usePrice(form.typed);
  const ref = useFirstField();
  const { busy } = form;
  return (
    <form
      ref={ref}
      noValidate
      aria-label="Antrag vorbereiten"
      className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:items-start"
      onSubmit={form.onSubmit}
      onFocus={showHint}
      onBlur={showHint}
    >
      <div className="min-w-0 rounded-card border border-line bg-white shadow-card">
        <Refusals form={form} />
        <PersonPart form={form} />
        <HorsePart form={form} {...price} />
        <TariffPart form={form} {...price} />
        <PolicyholderPart form={form} {...price} />
        <RequirementsPart />
        <div className="flex flex-wrap gap-3 border-t border-line p-4 sm:p-6">
          <SubmitButton busy={busy} busyLabel="Wird gesendet...">
            Einladung senden
          </SubmitButton>
          {form.isEntered ? (
            <Button look="quiet" aria-disabled={busy} onClick={form.discard}>
              Verwerfen
            </Button>
          ) : null}
        </div>
      </div>
      <PricePanel typed={form.typed} {...price} />
    </form>
  );
}

/** The first field of a new call; not where a link was followed from here before, or the last call has a result. */
function useFirstField() {
  const ref = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { activeElement: active, body } = document;
    if (active !== body && active?.tagName !== 'H1') return;
    ref.current?.querySelector<HTMLElement>('select, input')?.focus();
  }, []);
  return ref;
}
