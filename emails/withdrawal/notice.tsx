import { receivedSentence } from '#domain/law/withdrawals';
import { Closing, Facts, Paragraph, Title } from '../blocks';
import { type Common, exampleSite, type Mail } from '../render';

type NoticeProps = Common & {
  applicationId: string;
  /** When the withdrawal was received; ISO 8601. */
  receivedAt: string;
};

/**
 * To the contact of an application whose withdrawal came from another address. It repeats nothing of what was typed:
 * somebody else may have typed it.
 */
export const withdrawalNotice: Mail<NoticeProps> = {
  subject: () => 'Zu Ihrem Antrag ist ein Widerruf eingegangen',
  preheader: ({ receivedAt }) => receivedSentence(receivedAt),
  body: ({ operator, applicationId, receivedAt }) => (
    <>
      <Title>Zu Ihrem Antrag ist ein Widerruf eingegangen</Title>
      <Paragraph>Guten Tag,</Paragraph>
      <Paragraph>
        über unsere Website wurde die Nummer Ihres Antrags in einem Widerruf angegeben, mit einer anderen
        E-Mail-Adresse als der Ihren. Wir prüfen ihn; bis dahin geben wir den Antrag nicht weiter.
      </Paragraph>
      <Facts rows={[{ label: 'Antragsnummer', value: applicationId }]} />
      <Paragraph>{receivedSentence(receivedAt)}.</Paragraph>
      <Paragraph>
        Haben Sie selbst widerrufen, müssen Sie nichts weiter tun. Wenn nicht, sagen Sie uns bitte bald
        Bescheid, am besten am Telefon.
      </Paragraph>
      <Closing operator={operator} />
    </>
  ),
  example: {
    ...exampleSite,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    receivedAt: '2026-11-20T13:03:27Z',
  },
};
