import type { ChosenTariff } from '#domain/document-kinds';
import { assumptionSentence } from '#domain/offers';
import type { PreparedContact } from '#domain/preparations/preparations';
import { greetingOf, isPlainName } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import { selectionFacts } from './applications';
import { Action, Facts, Heading, Letter, NotKept, OnlyYours, Paragraph, Prices } from './blocks';
import { type Common, exampleApplication, type Mail } from './render';

type InvitationProps = Common & {
  contact: PreparedContact;
  horseName: string | null;
  /** With the price as it is when the mail is written; null: no tariff was chosen. */
  chosen: ChosenTariff | null;
  /** Of the price: the horse's birth date was not dictated. */
  isAgeAssumed: boolean;
  token: string;
  until: string;
};

export const applicationInvitation: Mail<InvitationProps> = {
  subject: ({ operator }) => `Ihr vorbereiteter Antrag bei ${operator.brand.name}`,
  preheader: () => 'Noch ist nichts beantragt.',
  body: (props) => (
    <Letter
      title="Ihr Antrag ist vorbereitet"
      // without a salutation by the whole name
      to={greetingOf({ salutation: 'diverse', ...props.contact })}
      mistyped="Sie haben nicht mit uns telefoniert?"
    >
      <Paragraph>
        vielen Dank für das Gespräch. Was Sie uns am Telefon gesagt haben, haben wir für Sie in einen Antrag
        eingetragen. Bitte prüfen Sie jede Angabe und ergänzen Sie, was noch fehlt. Ihre Erklärungen und Ihre
        Bankverbindung geben nur Sie selbst ein.
      </Paragraph>
      <Paragraph>
        <strong>Noch ist nichts beantragt.</strong> Das geschieht erst, wenn Sie den Antrag am Ende absenden.
      </Paragraph>
      <Prepared {...props} />
      <Action to={href(pages.resume, { token: props.token })}>Antrag ansehen</Action>
      <OnlyYours until={props.until} />
      <NotKept />
    </Letter>
  ),
  example: {
    ...exampleApplication,
    contact: {
      ...exampleApplication.applicant,
      email: 'johanna.sommer@post.example',
      phone: '0151 23456789',
    },
    chosen: { ...exampleApplication, insuranceStart: '2026-04-01' },
    isAgeAssumed: false,
    until: '2026-03-19',
  },
};

/** A name that may be an advertisement is left out. */
function Prepared({ horseName, chosen, isAgeAssumed }: InvitationProps) {
  const horse = horseName && isPlainName(horseName) ? [{ label: 'Pferd', value: horseName }] : [];
  if (!chosen && horse.length === 0) return null;
  const assumption = isAgeAssumed ? [assumptionSentence({ horseBirthYear: null })] : [];
  return (
    <>
      <Heading>Das haben wir besprochen</Heading>
      {chosen ? (
        <Prices rows={[...horse, ...selectionFacts(chosen)]} notes={assumption} />
      ) : (
        <Facts rows={horse} />
      )}
    </>
  );
}
