import type { SetInput, SetRecord } from '#domain/application';
import type { SetKey } from '#domain/steps/all';
import { Loading } from './Loading';
import { type Layout, StepFields } from './StepFields';
import { StepFrame } from './StepFrame';
import { useStepForm, valuesOf } from './useStepForm';
import { useStoredSet } from './useStoredSet';

type Props<K extends SetKey> = Layout & {
  set: K;
  intro: string;
  /** Shown while nothing is stored; null while it loads. */
  prefill?: Partial<SetInput[K]> | null;
};

/** A step whose form has exactly the fields of its data set. */
export function SetStep<K extends SetKey>({ prefill = {}, ...form }: Props<K>) {
  const { isPending, record } = useStoredSet(form.set);
  return isPending || !prefill ? <Loading /> : <SetForm {...form} known={record ?? prefill} />;
}

type FormProps<K extends SetKey> = Omit<Props<K>, 'prefill'> & {
  known: SetRecord[K] | Partial<SetInput[K]>;
};

function SetForm<K extends SetKey>({ set, known, intro, ...fields }: FormProps<K>) {
  const form = useStepForm({ set, values: valuesOf(set, known) });
  return (
    <StepFrame form={form} intro={intro}>
      <StepFields form={form} {...fields} />
    </StepFrame>
  );
}
