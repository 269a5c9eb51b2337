import { useAtomValue } from 'jotai';
import { nameRow, SetStep } from '../form/StepFrame';
import { prefillAtom } from '../state';

const intro = 'So erreichen wir Sie, wenn wir zu Ihrem Antrag eine Frage haben.';

export function ContactStep() {
  const prefill = useAtomValue(prefillAtom)?.contactData;
  return <SetStep set="contact-data" intro={intro} prefill={prefill} rows={[nameRow]} />;
}
