import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SetInput, SetRecord } from '#domain/application';
import { isConsent } from '#domain/facts';
import { type SetKey, type StepNumber, steps } from '#domain/steps/all';
import { href, publicPages as pages } from '#domain/urls';
import { Button } from '../../ui/button';
import { CheckboxField, DescribedField, ErrorSummary, type FieldLimits, TabLink } from '../../ui/fields';
import { useFocusAfter } from '../../ui/focus';
import { DraftTools } from '../DraftTools';
import { useMoveToStep } from '../move';
import { busyAtom } from '../state';
import { useStoredSet } from '../stored';
import { useStepTracking } from '../tracking';
import { type StepForm, useStepForm, valuesOf } from './useStepForm';

type FrameProps = {
  step: StepNumber;
  intro?: ReactNode;
  /** Unless the step is the overview. */
  form?: StepForm;
  children: ReactNode;
};

// the first step that a page shows leaves the focus where the browser puts it
let shownBefore = false;

/** The heading takes the focus when the visitor comes from another step. Below the card the tools of the draft. */
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
        {step < 3 ? (
          <a
            href={pages.tariffs}
            className="mt-1 flex min-h-11 w-fit items-center text-green-800 underline underline-offset-4"
          >
            Nur den Preis sehen? Zum Beitragsrechner
          </a>
        ) : null}
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
  const submit = useRef<HTMLButtonElement>(null);
  // after a save that failed
  useFocusAfter(busy, submit);
  return (
    <div className="flex flex-col-reverse gap-3 border-t border-line pt-7 sm:flex-row sm:justify-between">
      {step > 1 ? (
        <Button look="secondary" disabled={busy} onClick={() => void moveTo((step - 1) as StepNumber)}>
          Zurück
        </Button>
      ) : null}
      <Button
        ref={submit}
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

/** As high as the screen: a footer that moves down later is a layout shift for browsers, even under the splash. */
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

type Props<K extends SetKey> = Layout & {
  set: K;
  intro: ReactNode;
  /** Shown while nothing is stored; null while it loads. */
  prefill?: Partial<SetInput[K]> | null;
};

/** A step whose form has the fields of a data set, as the domain describes them: control, label, hint, message. */
export function SetStep<K extends SetKey>({ prefill = {}, ...form }: Props<K>) {
  const { isPending, record } = useStoredSet(form.set);
  return isPending || !prefill ? <Loading /> : <SetForm {...form} known={record ?? prefill} />;
}

type FormProps<K extends SetKey> = Omit<Props<K>, 'prefill'> & {
  known: SetRecord[K] | Partial<SetInput[K]>;
};

function SetForm<K extends SetKey>({ set, known, intro, ...fields }: FormProps<K>) {
  const values = valuesOf(set, known);
  const form = useStepForm({ set, values });
  const { edited } = form;
  const { setValue } = form.form;
  // what is prefilled may change with the day
  // biome-ignore lint/correctness/useExhaustiveDependencies: their content counts
  useEffect(() => {
    for (const [name, value] of Object.entries(values)) if (!edited.has(name)) setValue(name, value);
  }, [JSON.stringify(values)]);
  return (
    <StepFrame form={form} intro={intro}>
      <StepFields form={form} {...fields} />
    </StepFrame>
  );
}

type Special = FieldLimits & { onBlur?: () => void };

type FieldProps = Special & { form: StepForm; name: string };

export function StepField({ form, name, onBlur, ...limits }: FieldProps) {
  const field = form.fields[name];
  if (!field) throw new Error(`This step has no field ${name}.`);
  const control = {
    ...form.field(name, onBlur && { onBlur }),
    'aria-required': form.required?.includes(name),
  };
  if (isConsent(field))
    return <CheckboxField {...control} label={<Declaration sentence={field.sentence} />} />;
  return <DescribedField {...control} {...limits} field={field} />;
}

type Row = { names: readonly string[]; className?: string };

type Layout = {
  rows?: readonly Row[];
  special?: { readonly [name: string]: Special };
  children?: ReactNode;
};

export const pair = 'grid gap-6 sm:grid-cols-2';
export const nameRow: Row = {
  names: ['salutation', 'firstName', 'lastName'],
  className: 'grid gap-6 sm:grid-cols-[minmax(0,10rem)_1fr_1fr]',
};

/** All fields of a step: the given rows, then the other fields, two side by side, then the consents. */
export function StepFields({ form, rows = [], special = {}, children }: Layout & { form: StepForm }) {
  const placed = rows.flatMap(({ names }) => names);
  const left = Object.entries(form.fields).filter(([name]) => !placed.includes(name));
  const consents = left.filter(([, field]) => isConsent(field)).map(([name]) => name);
  const others = left.map(([name]) => name).filter((name) => !consents.includes(name));
  const all = others.length > 0 ? [...rows, { names: others, className: pair }] : rows;
  const show = (name: string) => <StepField key={name} form={form} name={name} {...special[name]} />;
  return (
    <>
      {all.map(({ names, className }) => (
        <div key={names.join(' ')} className={className}>
          {names.map(show)}
        </div>
      ))}
      {children}
      {consents.map(show)}
    </>
  );
}

const linked: Readonly<Record<string, string>> = {
  Datenschutzerklärung: pages.privacy,
  'Allgemeinen Versicherungsbedingungen': href(pages.document, { kind: 'avb' }),
  Vertragsinformationen: href(pages.document, { kind: 'verbraucherinformation' }),
  'Mitteilung zur Anzeigepflicht': href(pages.document, { kind: 'anzeigepflicht' }),
};
const nouns = new RegExp(`(${Object.keys(linked).join('|')})`);

/** A declaration of the applicant or a notice. The names of documents in it become links. */
export function Declaration({ sentence }: { sentence: string }) {
  return sentence.split(nouns).map((part) =>
    linked[part] ? (
      <TabLink key={part} href={linked[part]}>
        {part}
      </TabLink>
    ) : (
      <span key={part}>{part}</span>
    ),
  );
}
