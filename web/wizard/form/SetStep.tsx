/** A step whose form has the fields of a data set, as the domain describes them: control, label, hint, message. */
import { type ReactNode, useEffect } from 'react';
import type { SetInput, SetRecord } from '#domain/application';
import { isConsent } from '#domain/facts';
import type { SetKey } from '#domain/steps/all';
import { href, publicPages as pages } from '#domain/urls';
import { CheckboxField, DescribedField, type FieldLimits, TabLink } from '../../ui/fields';
import { useStoredSet } from '../stored';
import { Loading, StepFrame } from './StepFrame';
import { type StepForm, useStepForm, valuesOf } from './useStepForm';

type Props<K extends SetKey> = Layout & {
  set: K;
  intro: ReactNode;
  /** Shown while nothing is stored; null while it loads. */
  prefill?: Partial<SetInput[K]> | null;
};

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
