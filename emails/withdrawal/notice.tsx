import { receivedSentence } from '#domain/law/withdrawals';
import { Closing, Facts, Paragraph, Title } from '../parts/blocks';
import { type Common, exampleSite, type Mail } from '../render';

type NoticeProps = Common & {
  applicationId: string;
  /** It fits by name or address only. */
  suggested: boolean;
  receivedAt: string;
};

/** Repeats nothing of what was typed: somebody else than its recipient may have typed it. */
export const withdrawalNotice: Mail<NoticeProps> = {
  subject: titleOf,
  preheader: ({ receivedAt }) => receivedSentence(receivedAt),
  body: ({ operator, repliesRead, applicationId, suggested, receivedAt }) => (
    <>
      <Title>{titleOf({ suggested })}</Title>
      <Paragraph>Guten Tag,</Paragraph>
      <Paragraph>
        {suggested
          ? 'über unsere Website hat jemand einen Widerruf erklärt, mit einer anderen E-Mail-Adresse als Ihrer. Die Angaben könnten zu Ihrem Antrag gehören; seine Nummer steht aber nicht dabei. Wir prüfen, ob Ihr Antrag gemeint ist; bis dahin bearbeiten wir ihn wie gewohnt weiter.'
          : 'über unsere Website wurde die Nummer Ihres Antrags in einem Widerruf angegeben, mit einer anderen E-Mail-Adresse als Ihrer. Wir prüfen den Widerruf; bis dahin geben wir Ihren Antrag nicht weiter.'}
      </Paragraph>
      <Facts rows={[{ label: 'Antragsnummer', value: applicationId }]} />
      <Paragraph>{receivedSentence(receivedAt)}.</Paragraph>
      <Paragraph>
        {suggested
          ? 'Haben Sie selbst widerrufen, nennen Sie uns bitte kurz diese Nummer.'
          : 'Haben Sie selbst widerrufen, müssen Sie nichts weiter tun.'}{' '}
        Wenn nicht, geben Sie uns bitte bald Bescheid, am besten telefonisch.
      </Paragraph>
      <Closing operator={operator} repliesRead={repliesRead} />
    </>
  ),
  example: {
    ...exampleSite,
    suggested: false,
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    receivedAt: '2026-11-20T13:03:27Z',
  },
};

function titleOf({ suggested }: Pick<NoticeProps, 'suggested'>): string {
  return suggested
    ? 'Ein Widerruf könnte Ihren Antrag betreffen'
    : 'Zu Ihrem Antrag ist ein Widerruf eingegangen';
}
