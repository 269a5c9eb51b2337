import type { SetRecord } from '#domain/application';
import { pages } from '#domain/urls';
import { CheckboxField } from '../../ui/checkbox-field';
import { Loading } from '../form/Loading';
import { StepFrame } from '../form/StepFrame';
import { useStepForm } from '../form/useStepForm';
import { useStoredSet } from '../form/useStoredSet';
import { NameFields, personLabels, ReachFields, reachLabels } from './PersonFields';

const labels = { ...personLabels, ...reachLabels, dataProcessingConsent: 'Datenverarbeitung' };

export function ContactStep() {
  const { isPending, record } = useStoredSet('contact-data');
  return isPending ? <Loading /> : <ContactForm record={record} />;
}

function ContactForm({ record }: { record: SetRecord['contact-data'] | null }) {
  const step = useStepForm({
    set: 'contact-data',
    step: 2,
    labels,
    values: {
      salutation: record?.salutation ?? '',
      firstName: record?.firstName ?? '',
      lastName: record?.lastName ?? '',
      email: record?.email ?? '',
      phone: record?.phone ?? '',
      dataProcessingConsent: record?.dataProcessingConsent ?? false,
    },
    success: { title: 'Daten gespeichert' },
  });
  return (
    <StepFrame form={step} step={2} intro="So erreichen wir Sie, wenn wir zu Ihrem Antrag eine Frage haben.">
      <NameFields field={step.field} />
      <ReachFields field={step.field} />
      <CheckboxField
        {...step.field('dataProcessingConsent')}
        label={
          <>
            Ich stimme zu, dass meine Angaben zur Bearbeitung meines Antrags verarbeitet werden. Mehr dazu
            steht in der{' '}
            <a
              href={pages.privacy}
              target="_blank"
              rel="noreferrer"
              className="text-green-800 underline underline-offset-4"
            >
              Datenschutzerklärung
            </a>
            .
          </>
        }
      />
    </StepFrame>
  );
}
