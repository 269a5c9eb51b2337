import { auditLabel } from '#domain/audit/actions';
import { type ActKind, alertActs, alertRules, type CountKind, countedIn } from '#domain/audit/alerts';
import { formatInstant } from '#domain/format';
import { mailKinds } from '#domain/mails/kinds';
import { pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './blocks';
import { type Common, exampleSite, type Mail } from './render';

export type AlertProps = Common & {
  username: string;
  /** When it did, or when the number was reached; ISO 8601. */
  at: string;
} & (
    | { kind: CountKind /** At the time of the alert. */; count: number }
    | { kind: ActKind /** The name of the other account. */; account: string }
  );

const label = mailKinds.security_alert.label;

/** To the operator: one account does more than people do at work, or something to another account, or mails go to many strangers. */
export const securityAlert: Mail<AlertProps> = {
  subject: (props) =>
    'account' in props
      ? `${label}: ${auditLabel(props.kind)} (${props.account})`
      : `${label}: ${alertRules[props.kind].title} (${props.username})`,
  preheader: (props) => sentenceOf(props),
  body: (props) => (
    <>
      <Title>{label}</Title>
      <Paragraph>{sentenceOf(props)}</Paragraph>
      <Facts rows={factsOf(props)} />
      {props.kind === 'many_first_contacts' ? <AboutMails /> : <AboutAccount {...props} />}
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

function sentenceOf(props: AlertProps): string {
  if ('account' in props) return `Das Konto ${props.username} hat ${alertActs[props.kind](props.account)}.`;
  const { verb, span } = alertRules[props.kind];
  if (props.kind === 'many_first_contacts')
    return `Innerhalb von ${span} haben wir an ${countedIn(props.kind, String(props.count))} ${verb}.`;
  return `Das Konto ${props.username} hat innerhalb von ${span} ${props.count} ${verb}.`;
}

function factsOf({ username, at, ...what }: AlertProps) {
  return [
    // mails are sent by the product, not by an account
    ...(what.kind === 'many_first_contacts' ? [] : [{ label: 'Konto', value: username }]),
    ...('account' in what ? [{ label: 'Betroffenes Konto', value: what.account }] : []),
    { label: 'account' in what ? 'Zeitpunkt' : 'Erreicht', value: `${formatInstant(at)} Uhr` },
  ];
}

/** Read by whoever did it as well. */
function AboutAccount({ username }: AlertProps) {
  return (
    <>
      <Paragraph>
        Waren Sie das selbst, müssen Sie nichts weiter tun. Wenn nicht, fragen Sie bitte die Person, der das
        Konto {username} gehört. War sie es nicht, erreichen Sie sie nicht oder ist es Ihr eigenes Konto,
        beenden Sie bitte in der Benutzerverwaltung die Sitzungen dieses Kontos und sorgen Sie dafür, dass das
        Passwort geändert wird. Das Protokoll zeigt, was mit dem Konto geschehen ist.
      </Paragraph>
      <Action to={pages.backofficeAuditLog}>Protokoll im Backoffice öffnen</Action>
    </>
  );
}

function AboutMails() {
  return (
    <>
      <Paragraph>
        Vielleicht gibt jemand fremde Adressen in unsere Formulare ein. Weitere E-Mails an neue Adressen
        warten deshalb, meist eine Stunde; verloren geht keine. Das E-Mail-Log zeigt, an wen die letzten
        gingen. Kommen gerade so viele echte Anfragen, kann der Betreiber die Grenze anheben.
      </Paragraph>
      <Action to={pages.backofficeEmailLogs}>E-Mail-Log im Backoffice öffnen</Action>
    </>
  );
}
