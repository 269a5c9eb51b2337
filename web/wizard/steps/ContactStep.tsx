import { SetStep } from '../form/SetStep';
import { nameRow } from '../form/StepFields';

const intro = 'So erreichen wir Sie, wenn wir zu Ihrem Antrag eine Frage haben.';

export function ContactStep() {
  return <SetStep set="contact-data" intro={intro} rows={[nameRow]} />;
}
