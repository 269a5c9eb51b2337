import { previewToken } from '#domain/access-links';
import type { Offer } from '#domain/document-kinds';
import { assumptionSentence } from '#domain/offers/offers';
import type { PreparedContact } from '#domain/preparations/preparations';
import { greetingOf, isPlainName } from '#domain/text/mailable';
import { href, pages } from '#domain/urls';
import {
  Action,
  Closing,
  Facts,
  Heading,
  OnlyYours,
  Paragraph,
  Prices,
  TextLink,
  Title,
} from '../parts/blocks';
import { type Common, exampleSite, type Mail } from '../render';
import { selectionFacts } from '../tariff-facts';

type InvitationProps = Common & {
  contact: PreparedContact;
  /** Null: it was not dictated. */
  horseName: string | null;
  /** With the price as it is when the mail is written; null: no tariff was chosen. */
  chosen: Offer | null;
  /** Of the price: the horse's birth date was not dictated. */
  isAgeAssumed: boolean;
  token: string;
  /** The last day on which the link works, `YYYY-MM-DD`. */
  until: string;
};

/** To a caller for whom staff have prepared an application. */
export const applicationInvitation: Mail<InvitationProps> = {
  subject: ({ operator }) => `Ihr vorbereiteter Antrag bei ${operator.brand.name}`,
  preheader: () => 'Noch ist nichts beantragt.',
  body: (props) => (
    <>
      <Title>Ihr Antrag ist vorbereitet</Title>
      {/* without a salutation by the whole name */}
      <Paragraph>{greetingOf({ salutation: 'diverse', ...props.contact })},</Paragraph>
      <Paragraph>
        vielen Dank für das Gespräch. Was Sie uns am Telefon gesagt haben, haben wir für Sie in einen Antrag
        eingetragen. Bitte prüfen Sie jede Angabe und ergänzen Sie, was noch fehlt. Ihre Erklärungen und Ihre
        Bankverbindung geben nur Sie selbst ein.
      </Paragraph>
      <Paragraph>
        <strong>Noch ist nichts beantragt.</strong> Das geschieht erst, wenn Sie den Antrag am Ende absenden.
      </Paragraph>
      <Prepared {...props} />
      <Action href={`${props.publicUrl}${href(pages.resume, { token: props.token })}`}>Antrag ansehen</Action>
      <OnlyYours until={props.until} />
      <Paragraph>
        Möchten Sie den Antrag nicht behalten? Unter{' '}
        <TextLink href={`${props.publicUrl}${pages.ownData}`}>Meine Daten</TextLink> können Sie ihn löschen.
      </Paragraph>
      <Closing {...props} mistyped="Sie haben nicht mit uns telefoniert?" />
    </>
  ),
  example: {
    ...exampleSite,
    contact: {
      salutation: 'mrs',
      firstName: 'Johanna',
      lastName: 'Sommer',
      email: 'johanna.sommer@post.example',
      phone: '0151 23456789',
    },
    horseName: 'Fjölnir',
    chosen: {
      tariff: 'premium',
      deductible: 250,
      frequency: 'quarterly',
      periodCents: 19605,
      insuranceStart: '2026-04-01',
    },
    isAgeAssumed: false,
    token: previewToken,
    until: '2026-03-19',
  },
};

/** A name that may be an advertisement is left out. */
function Prepared({ horseName, chosen, isAgeAssumed, operator }: InvitationProps) {
  const horse = horseName && isPlainName(horseName) ? [{ label: 'Pferd', value: horseName }] : [];
  if (!chosen && horse.length === 0) return null;
  const assumption = isAgeAssumed ? [assumptionSentence({ horseBirthYear: null })] : [];
  return (
    <>
      <Heading>Das haben wir besprochen</Heading>
      {chosen ? (
        <Prices rows={[...horse, ...selectionFacts(chosen)]} operator={operator} notes={assumption} />
      ) : (
        <Facts rows={horse} />
      )}
    </>
  );
}
