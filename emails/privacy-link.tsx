/** To anyone who asks what is stored about an address: the same to those about whom nothing is. */
import { linkPeriod, previewToken } from '#domain/access-links';
import { href, pages } from '#domain/urls';
import { Action, Closing, OnlyYours, Paragraph, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type PrivacyLinkProps = Common & { token: string };

export const privacyLink: Mail<PrivacyLinkProps> = {
  subject: ({ operator }) => `Ihr Link zu Ihren Daten bei ${operator.brand.name}`,
  preheader: () => `Der Link gilt ${linkPeriod('privacy')}.`,
  body: ({ operator, repliesRead, publicUrl, token }) => (
    <>
      <Title>Ihr Link zu Ihren Daten</Title>
      <Paragraph>Guten Tag,</Paragraph>
      <Paragraph>
        über unsere Website wurde gefragt, was wir unter dieser E-Mail-Adresse gespeichert haben. Mit diesem
        Link sehen Sie es, laden es herunter oder löschen es.
      </Paragraph>
      <Action href={`${publicUrl}${href(pages.ownDataOf, { token })}`}>Meine Daten ansehen</Action>
      <OnlyYours period={linkPeriod('privacy')} />
      <Closing operator={operator} repliesRead={repliesRead} mistyped="Sie haben nicht danach gefragt?" />
    </>
  ),
  example: { ...exampleSite, token: previewToken },
};
