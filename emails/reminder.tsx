/** Both reminders of an open application. */

import type { ReactNode } from 'react';
import { greetingByName, type Person } from '#domain/greeting';
import { type SetKey, steps } from '#domain/steps/all';
import { href, pages } from '#domain/urls';
import { Action, Closing, Facts, Heading, Paragraph, Small, Steps, TextLink, Title } from './blocks';
import { type Common, exampleSite, type Mail } from './render';

export type ReminderProps = Common & {
  applicationId: string;
  applicant: Person;
  /** Null while unknown. */
  horseName: string | null;
  /** Data sets that are not saved yet, in the order of the wizard. */
  missing: SetKey[];
};

export const firstReminder = reminder({
  subject: (brand) => `Ihr Antrag bei ${brand} wartet auf Sie`,
  preheader: 'Ihre Angaben sind gespeichert: Sie können da weitermachen, wo Sie aufgehört haben.',
  title: 'Machen Sie da weiter, wo Sie aufgehört haben',
  opening: (application) => (
    <>
      schön, dass Sie sich für unseren OP-Schutz interessieren. {application} ist begonnen, aber noch nicht
      abgeschickt. Mit ein paar Minuten Zeit bringen Sie ihn zu Ende.
    </>
  ),
  missing: ['tariff-selection', 'policyholder-info', 'sepa-mandate'],
});

export const secondReminder = reminder({
  subject: (brand) => `Dürfen wir Ihnen helfen? Ihr Antrag bei ${brand} ist noch offen`,
  preheader: 'Ihr Antrag ist noch nicht abgeschickt. Bei Fragen sind wir gern für Sie da.',
  title: 'Ihr Antrag ist noch offen',
  opening: (application) => (
    <>
      {application} ist noch nicht abgeschickt. Ihr Pferd ist noch nicht versichert: Erst muss der Versicherer
      Ihren Antrag annehmen. Vielleicht ist eine Frage offen geblieben? Rufen Sie uns an oder schreiben Sie
      uns: Wir gehen die Schritte gern gemeinsam mit Ihnen durch.
    </>
  ),
  missing: ['sepa-mandate'],
});

type Words = {
  /** `brand` is the name of the brand. */
  subject: (brand: string) => string;
  preheader: string;
  title: string;
  /** `application` is `Ihr Antrag für Fjölnir`, or `Ihr Antrag`. */
  opening: (application: string) => ReactNode;
  /** For the example. */
  missing: SetKey[];
};

type Subject = (site: Pick<ReminderProps, 'operator'>) => string;

/** The subject needs no application, so that a job can queue many reminders without loading them. */
function reminder(words: Words): Mail<ReminderProps> & { subject: Subject } {
  const { subject, preheader, title, opening, missing } = words;
  return {
    subject: ({ operator }) => subject(operator.brand.name),
    preheader: () => preheader,
    body: (props) => (
      <>
        <Title>{title}</Title>
        <Paragraph>{greetingByName(props.applicant)},</Paragraph>
        <Paragraph>{opening(props.horseName ? `Ihr Antrag für ${props.horseName}` : 'Ihr Antrag')}</Paragraph>
        <Continue {...props} />
        <Closing operator={props.operator} mistyped="Sie haben keinen Antrag begonnen?" />
        <Small>
          Sie möchten zu diesem Antrag keine Erinnerungen mehr?{' '}
          <TextLink href={`${props.publicUrl}${href(pages.stopReminders, { id: props.applicationId })}`}>
            Hier abbestellen
          </TextLink>
        </Small>
      </>
    ),
    example: {
      ...exampleSite,
      applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
      applicant: { salutation: 'mrs', firstName: 'Johanna', lastName: 'Sommer' },
      horseName: 'Fjölnir',
      missing,
    },
  };
}

/** The missing steps, and a button to continue. */
function Continue(props: ReminderProps) {
  const labels = steps.filter(({ set }) => set && props.missing.includes(set)).map(({ label }) => label);
  return (
    <>
      <Heading>{labels.length > 0 ? 'Das fehlt noch' : 'Es fehlt nur noch ein Schritt'}</Heading>
      {labels.length > 0 && <Steps items={labels} />}
      <Paragraph>
        {labels.length > 0 ? 'Danach sehen' : 'Sehen'} Sie alles noch einmal in der Übersicht und senden den
        Antrag ab. Ihre bisherigen Angaben sind gespeichert.
      </Paragraph>
      <Action href={`${props.publicUrl}${href(pages.application, { id: props.applicationId })}`}>
        Antrag fortsetzen
      </Action>
      <Facts rows={[{ label: 'Antragsnummer', value: props.applicationId }]} />
    </>
  );
}
