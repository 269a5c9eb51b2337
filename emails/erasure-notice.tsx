/** To the other person of an open application, when one of the two has erased their part. Repeats nothing that was typed. */
import { previewToken } from '#domain/access-links';
import { openSentence, type Periods, usualPeriods } from '#domain/retention/periods';
import { href, pages } from '#domain/urls';
import { Action, Closing, OnlyYours, Paragraph, TextLink, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type ErasureNoticeProps = Common & {
  erased: 'contact' | 'policyholder';
  token: string;
  /** The last day on which the link works, `YYYY-MM-DD`. */
  until: string;
  /** After which the rest goes, if nobody changes it. */
  periods: Pick<Periods, 'openDays'>;
};

const title = 'Aus Ihrem Antrag wurden Angaben gelöscht';

export const erasureNotice: Mail<ErasureNoticeProps> = {
  subject: () => title,
  preheader: () => 'Ihre eigenen Angaben sind noch gespeichert.',
  body: ({ operator, repliesRead, publicUrl, erased, token, until, periods }) => (
    <>
      <Title>{title}</Title>
      <Paragraph>Guten Tag,</Paragraph>
      {erased === 'policyholder' ? (
        <>
          <Paragraph>
            in Ihrem angefangenen Antrag auf eine OP-Versicherung für Pferde war als Versicherungsnehmer eine
            zweite Person eingetragen. Diese Person hat ihre Angaben löschen lassen; damit ist auch die
            Bankverbindung gelöscht. Ihre eigenen Angaben und die Angaben zum Pferd sind noch gespeichert.
          </Paragraph>
          <Paragraph>
            Möchten Sie den Antrag absenden, geben Sie bitte Versicherungsnehmer und Bankverbindung neu ein.{' '}
            {openSentence(periods)}
          </Paragraph>
          <Action href={`${publicUrl}${href(pages.resume, { token })}`}>Antrag fortsetzen</Action>
          <OnlyYours until={until} />
        </>
      ) : (
        <>
          <Paragraph>
            in einem angefangenen Antrag auf eine OP-Versicherung für Pferde sind Sie als Versicherungsnehmer
            eingetragen. Die Person, mit der wir darüber in Kontakt waren, hat ihre Angaben löschen lassen.
            Ihre eigenen Angaben und die Bankverbindung sind noch gespeichert.
          </Paragraph>
          <Paragraph>
            Ohne Kontaktdaten lässt sich der Antrag nicht absenden. Ergänzen kann sie nur, wer den Antrag
            begonnen hat. {openSentence(periods)}
          </Paragraph>
        </>
      )}
      <Paragraph>
        Beantragt ist noch nichts. Unter{' '}
        <TextLink href={`${publicUrl}${pages.ownData}`}>Meine Daten</TextLink> können Sie auch Ihre eigenen
        Angaben löschen.
      </Paragraph>
      <Closing operator={operator} repliesRead={repliesRead} mistyped="Sie wissen von keinem Antrag?" />
    </>
  ),
  example: {
    ...exampleSite,
    erased: 'policyholder',
    token: previewToken,
    until: '2026-12-06',
    periods: usualPeriods,
  },
};
