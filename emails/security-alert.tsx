import { type AlertKind, alertRules } from '#domain/backoffice/alerts';
import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails';
import { pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './blocks';
import { type Common, exampleSite, type Mail } from './render';

type AlertProps = Common & {
  kind: AlertKind;
  /** The account. */
  username: string;
  /** How many applications, at the time of the alert. */
  count: number;
  /** When the number was reached; ISO 8601. */
  at: string;
};

const label = mailKinds.security_alert.label;

/** To the staff: one account opens or deletes more than people do at work. */
export const securityAlert: Mail<AlertProps> = {
  subject: ({ kind, username }) => `${label}: ${alertRules[kind].title} (${username})`,
  preheader: (props) => sentenceOf(props),
  body: (props) => (
    <>
      <Title>{label}</Title>
      <Paragraph>{sentenceOf(props)}</Paragraph>
      <Facts rows={factsOf(props)} />
      <Paragraph>
        Fragen Sie die Person, ob sie das selbst war. Wenn nicht, oder wenn Sie sie nicht erreichen: Beenden
        Sie in der Benutzerverwaltung ihre Sitzungen und lassen Sie das Passwort ändern. Das Protokoll zeigt,
        welche Anträge es waren.
      </Paragraph>
      <Action href={`${props.publicUrl}${pages.backofficeAuditLog}`}>Protokoll im Backoffice öffnen</Action>
    </>
  ),
  example: {
    ...exampleSite,
    kind: 'many_opened',
    username: 'lukas.weber',
    count: 121,
    at: '2026-11-20T13:03:27Z',
  },
};

function sentenceOf({ kind, username, count }: AlertProps): string {
  const { verb, span } = alertRules[kind];
  return `Das Konto ${username} hat innerhalb von ${span} ${count} ${verb}.`;
}

function factsOf({ username, at }: AlertProps) {
  return [
    { label: 'Konto', value: username },
    { label: 'Erreicht', value: `${formatInstant(at)} Uhr` },
  ];
}
