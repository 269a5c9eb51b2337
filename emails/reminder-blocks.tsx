/** What both reminders say: where the application stands, and the way back to it. */
import { brand } from '#domain/company';
import { type SetKey, steps } from '#domain/steps/all';
import { pages } from '#domain/urls';
import { Action, Contact, Facts, Heading, Paragraph, Small, Steps, TextLink } from './blocks';
import type { Person } from './person';

export type ReminderProps = {
  publicUrl: string;
  applicationId: string;
  applicant: Person;
  /** Null while it is not known. */
  horseName: string | null;
  /** Data sets that are not saved yet, in the order of the wizard. */
  missing: SetKey[];
};

/** `Ihr Antrag für Fjölnir`, or without the name. */
export function theApplication({ horseName }: ReminderProps): string {
  return horseName ? `Ihr Antrag für ${horseName}` : 'Ihr Antrag';
}

/** What is missing, and the button that leads there. */
export function Continue(props: ReminderProps) {
  const labels = steps.filter(({ set }) => set && props.missing.includes(set)).map(({ label }) => label);
  return (
    <>
      <Heading>{labels.length > 0 ? 'Das fehlt noch' : 'Es fehlt nur noch ein Schritt'}</Heading>
      {labels.length > 0 && <Steps items={labels} />}
      <Paragraph>
        {labels.length > 0 ? 'Danach sehen' : 'Sehen'} Sie alles noch einmal in der Übersicht und senden den
        Antrag ab. Ihre bisherigen Angaben sind gespeichert.
      </Paragraph>
      <Action href={`${props.publicUrl}${pages.application(props.applicationId)}`}>Antrag fortsetzen</Action>
      <Facts rows={[{ label: 'Antragsnummer', value: props.applicationId }]} />
    </>
  );
}

/** How to reach us, a word to whom the mail is not meant for, the greeting, and the way out. */
export function Ending({ publicUrl, applicationId }: ReminderProps) {
  return (
    <>
      <Contact />
      <Paragraph>
        Sie haben keinen Antrag begonnen? Dann hat sich vermutlich jemand beim Eintragen der Adresse vertippt.
        Sie müssen nichts weiter tun.
      </Paragraph>
      <Paragraph>
        Mit freundlichen Grüßen
        <br />
        Ihr Team von {brand.name}
      </Paragraph>
      <Small>
        Sie möchten zu diesem Antrag keine Erinnerungen mehr?{' '}
        <TextLink href={`${publicUrl}${pages.stopReminders(applicationId)}`}>Hier abbestellen</TextLink>
      </Small>
    </>
  );
}
