import { nameRow, SetStep } from '../form/SetStep';

const intro = 'So erreichen wir Sie, wenn wir zu Ihrem Antrag eine Frage haben.';

export function ContactStep() {
  return <SetStep set="contact-data" intro={intro} rows={[nameRow]} />;
}
