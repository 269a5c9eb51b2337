import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import { type StepNumber, steps } from '#domain/steps/all';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/fields';
import { DraftTools } from '../DraftTools';
import { useMoveToStep } from '../move';
import { busyAtom } from '../state';
import { useStepTracking } from '../tracking';
import type { StepForm } from './useStepForm';

type FrameProps = {
  step: StepNumber;
  intro?: ReactNode;
  /** Unless the step is the overview. */
  form?: StepForm;
  children: ReactNode;
};

// the first step that a page shows leaves the focus where the browser puts it
let shownBefore = false;

/**
 * Card of a step with its heading, which takes the focus when the visitor comes from another step. Below it, what can be
 * done with the draft.
 */
export function StepCard({ step, intro, form, children }: FrameProps) {
  useStepTracking(step);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (shownBefore) {
      heading.current?.focus({ preventScroll: true });
      heading.current?.closest('section')?.scrollIntoView({ block: 'start' });
    }
    shownBefore = true;
  }, []);
  return (
    <>
      <section
        aria-labelledby="schritt"
        className="rounded-card border border-line bg-white p-5 shadow-card sm:p-10"
      >
        <h2
          id="schritt"
          aria-describedby="stand"
          ref={heading}
          tabIndex={-1}
          className="text-2xl text-green-900 outline-none sm:text-3xl"
        >
          {steps[step - 1]?.title}
        </h2>
        {intro ? <p className="mt-2 max-w-2xl text-ink-soft">{intro}</p> : null}
        {children}
      </section>
      <DraftTools form={form} />
    </>
  );
}

export function StepFrame({ form, intro, children }: Omit<FrameProps, 'step' | 'form'> & { form: StepForm }) {
  return (
    <StepCard step={form.step} intro={intro} form={form}>
      <form noValidate onSubmit={form.onSubmit} className="mt-7 space-y-7">
        <ErrorSummary refused={form.refused} submitCount={form.submitCount} />
        {children}
        <StepButtons step={form.step} label="Weiter" busyLabel="Wird gespeichert..." />
      </form>
    </StepCard>
  );
}

type ButtonProps = { step: StepNumber; label: string; busyLabel: string; disabled?: boolean };

export function StepButtons({ step, label, busyLabel, disabled }: ButtonProps) {
  const busy = useAtomValue(busyAtom);
  const moveTo = useMoveToStep();
  return (
    <div className="flex flex-col-reverse gap-3 border-t border-line pt-7 sm:flex-row sm:justify-between">
      {step > 1 ? (
        <Button look="secondary" disabled={busy} onClick={() => void moveTo((step - 1) as StepNumber)}>
          Zurück
        </Button>
      ) : null}
      <Button
        type="submit"
        disabled={busy || disabled}
        // the second click of a double click would press the button of the next step
        onClick={(event) => event.detail > 1 && event.preventDefault()}
        className="sm:ml-auto sm:min-w-44"
      >
        {busy ? busyLabel : label}
      </Button>
    </div>
  );
}

/**
 * Shown while the wizard or a step loads. As high as the screen, so that the footer is not visible first and then
 * moves down: browsers count that as a layout shift, even under the splash.
 */
export function Loading() {
  return (
    <div className="flex min-h-screen flex-col items-center gap-4 pt-32 text-ink-soft">
      <span
        aria-hidden="true"
        className="size-8 animate-spin rounded-full border-3 border-green-100 border-t-green-800"
      />
      <p role="status">Laden...</p>
    </div>
  );
}
