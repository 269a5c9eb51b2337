import { linkPeriod, previewToken } from '#domain/access-links';
import { openSentence, type Periods, usualPeriods } from '#domain/retention/periods';
import { href, pages } from '#domain/urls';
import { Action, Letter, OnlyYours, PageLink, Paragraph } from './blocks';
import { type Common, exampleSite, type Mail } from './render';

type PrivacyLinkProps = Common & { token: string };

/** To anyone who asks what is stored about an address: the same to those about whom nothing is. */
export const privacyLink: Mail<PrivacyLinkProps> = {
  subject: ({ operator }) => `Ihr Link zu Ihren Daten bei ${operator.brand.name}`,
  preheader: () => `Der Link gilt ${linkPeriod('privacy')}.`,
  body: ({ token }) => (
    <Letter title="Ihr Link zu Ihren Daten" mistyped="Sie haben nicht danach gefragt?">
      <Paragraph>
        über unsere Website wurde gefragt, was wir unter dieser E-Mail-Adresse gespeichert haben. Mit diesem
        Link sehen Sie es, laden es herunter oder löschen es.
      </Paragraph>
      <Action to={href(pages.ownDataOf, { token })}>Meine Daten ansehen</Action>
      <OnlyYours period={linkPeriod('privacy')} />
    </Letter>
  ),
  example: { ...exampleSite, token: previewToken },
};

type ErasureNoticeProps = Common & {
  erased: 'contact' | 'policyholder';
  token: string;
  until: string;
  periods: Pick<Periods, 'openDays'>;
};

const title = 'Aus Ihrem Antrag wurden Angaben gelöscht';

/** To the other person of an open application, when one of the two has erased their part. Repeats nothing that was typed. */
export const erasureNotice: Mail<ErasureNoticeProps> = {
  subject: () => title,
  preheader: () => 'Ihre eigenen Angaben sind noch gespeichert.',
  body: ({ erased, token, until, periods }) => (
    <Letter title={title} mistyped="Sie wissen von keinem Antrag?">
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
          <Action to={href(pages.resume, { token })}>Antrag fortsetzen</Action>
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
        Beantragt ist noch nichts. Unter <PageLink to={pages.ownData}>Meine Daten</PageLink> können Sie auch
        Ihre eigenen Angaben löschen.
      </Paragraph>
    </Letter>
  ),
  example: {
    ...exampleSite,
    erased: 'policyholder',
    token: previewToken,
    until: '2026-12-06',
    periods: usualPeriods,
  },
};
