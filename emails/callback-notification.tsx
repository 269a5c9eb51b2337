import { formatInstant } from '#domain/format';
import { mailable, personName } from '#domain/text/mailable';
import { mailableEmail, mailablePhone } from '#domain/text/mailable-reach';
import { pages } from '#domain/urls';
import { Action, Facts, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

export type CallbackProps = Common & {
  requestId: string;
  name: string;
  phone: string;
  email: string | null;
  /** In the visitor's words; null if none was entered. */
  preferredTime: string | null;
  source: string;
  /** ISO 8601. */
  createdAt: string;
};

export const callbackNotification: Mail<CallbackProps> = {
  // the short id distinguishes two requests, as in the staff lists
  subject: ({ requestId }) => `Neue Rückrufanfrage (${requestId.slice(0, 8)})`,
  preheader: () => 'Jemand wartet auf Ihren Anruf.',
  body: (props) => (
    <>
      <Title>Neue Rückrufanfrage</Title>
      <Paragraph>Über die Website wurde um einen Rückruf gebeten.</Paragraph>
      <Facts rows={facts(props)} />
      <Action href={`${props.publicUrl}${pages.backofficeCallbacks}`}>Rückrufe im Backoffice öffnen</Action>
    </>
  ),
  example: {
    ...exampleSite,
    requestId: '0b9f6a42-8d55-4f0e-9f6c-1f2e4c7a9b10',
    name: 'Johanna Sommer',
    phone: '030 23125 100',
    email: 'johanna.sommer@post.example',
    preferredTime: 'Montag oder Mittwoch, 12 bis 13 Uhr',
    source: 'newsletter',
    createdAt: '2026-03-04T16:20:00Z',
  },
};

function facts(props: CallbackProps) {
  return [
    { label: 'Name', value: personName(props.name) },
    { label: 'Telefon', value: mailablePhone(props.phone), strong: true },
    { label: 'E-Mail', value: props.email === null ? '-' : mailableEmail(props.email) },
    { label: 'Gewünschte Rückrufzeit', value: mailable(props.preferredTime ?? '-') },
    { label: 'Quelle', value: mailable(props.source) },
    { label: 'Eingegangen', value: `${formatInstant(props.createdAt)} Uhr` },
  ];
}
