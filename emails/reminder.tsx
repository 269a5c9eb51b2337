import type { ReactNode } from 'react';
import { previewToken } from '#domain/access-links';
import { formatDay } from '#domain/dates';
import { type SetKey, steps } from '#domain/steps/all';
import { greetingOf, isPlainName, type Person } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import { Action, Facts, Heading, Letter, NotKept, Paragraph, Points } from './blocks';
import { type Common, exampleApplication, type Mail } from './render';

export type ReminderProps = Common & {
  applicationId: string;
  applicant: Person;
  horseName: string | null;
  /** Data sets that are not saved yet, in the order of the wizard. */
  missing: SetKey[];
  /** The applicant consents to reminders. Without a consent staff can send one, but it says only what is stored. */
  consented: boolean;
  /** The day on which the application is deleted if nothing changes, `YYYY-MM-DD`; null: it is kept. */
  keptUntil: string | null;
  stopToken: string;
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
  subject: (brand: string) => string;
  preheader: string;
  title: string;
  /** `application` is `Ihr Antrag für Fjölnir`, or `Ihr Antrag`. */
  opening: (application: string) => ReactNode;
  missing: SetKey[];
};

function reminder(words: Words): Mail<ReminderProps> {
  const { subject, preheader, title, opening, missing } = words;
  return {
    subject: ({ operator: { brand }, consented }) => (consented ? subject : neutralSubject)(brand.name),
    preheader: ({ consented }) => (consented ? preheader : neutralPreheader),
    body: (props) => (
      <Letter
        title={props.consented ? title : neutralTitle}
        to={greetingOf(props.applicant)}
        mistyped="Sie haben keinen Antrag begonnen?"
        stopToken={props.stopToken}
      >
        {props.consented ? (
          <>
            <Paragraph>{opening(applicationOf(props))}</Paragraph>
            <Continue {...props} />
          </>
        ) : (
          <WhatIsStored {...props} />
        )}
      </Letter>
    ),
    example: {
      ...exampleApplication,
      missing,
      consented: true,
      keptUntil: '2026-06-03',
      stopToken: previewToken,
    },
  };
}

const neutralSubject = (brand: string) => `Ihr angefangener Antrag bei ${brand}`;
const neutralPreheader = 'Was gespeichert ist, wie lange, und wie Sie es löschen.';
const neutralTitle = 'Ihr angefangener Antrag';

function applicationOf({ horseName }: ReminderProps): string {
  return horseName && isPlainName(horseName) ? `Ihr Antrag für ${horseName}` : 'Ihr Antrag';
}

/** What may be said without a consent: nothing that praises anything. */
function WhatIsStored({ applicationId, keptUntil }: ReminderProps) {
  const until = keptUntil ? [{ label: 'Gespeichert bis', value: formatDay(keptUntil) }] : [];
  return (
    <>
      <Paragraph>
        unter dieser Nummer ist bei uns ein Antrag gespeichert, der nicht abgeschickt ist.
      </Paragraph>
      <Facts rows={[{ label: 'Antragsnummer', value: applicationId }, ...until]} />
      <Action to={href(pages.application, { id: applicationId })}>Antrag öffnen</Action>
      <NotKept what="ihn" />
    </>
  );
}

function Continue(props: ReminderProps) {
  const labels = steps.filter(({ set }) => set && props.missing.includes(set)).map(({ label }) => label);
  return (
    <>
      <Heading>{labels.length > 0 ? 'Das fehlt noch' : 'Es fehlt nur noch ein Schritt'}</Heading>
      {labels.length > 0 && <Points as="ol" items={labels} />}
      <Paragraph>
        {labels.length > 0 ? 'Danach sehen' : 'Sehen'} Sie alles noch einmal in der Übersicht und senden den
        Antrag ab. Ihre bisherigen Angaben sind gespeichert.
      </Paragraph>
      <Action to={href(pages.application, { id: props.applicationId })}>Antrag fortsetzen</Action>
      <Facts rows={[{ label: 'Antragsnummer', value: props.applicationId }]} />
    </>
  );
}
