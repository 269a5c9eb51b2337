import { previewToken } from '#domain/access-links';
import { formatDay } from '#domain/dates';
import type { PreparedContact } from '#domain/preparations';
import type { PricedSelection } from '#domain/tariffs/premium';
import { href, pages } from '#domain/urls';
import { Action, Closing, Paragraph, Small, Title } from './parts/blocks';
import { type Common, exampleSite, type Mail } from './render';

type InvitationProps = Common & {
  contact: PreparedContact;
  /** Null: it was not dictated. */
  horseName: string | null;
  tariff: PricedSelection | null;
  /** Of the tariff, as it is when the mail is written; null without one. */
  monthlyCents: number | null;
  token: string;
  /** The last day on which the link works, `YYYY-MM-DD`. */
  until: string;
};

export const applicationInvitation: Mail<InvitationProps> = {
  subject: ({ operator }) => `Ihr vorbereiteter Antrag bei ${operator.brand.name}`,
  preheader: () => 'Noch ist nichts beantragt.',
  body: ({ operator, publicUrl, token, until }) => (
    <>
      <Title>Ihr Antrag ist vorbereitet</Title>
      <Paragraph>Noch ist nichts beantragt.</Paragraph>
      <Action href={`${publicUrl}${href(pages.resume, { token })}`}>Antrag ansehen</Action>
      <Small>Der Link ist nur für Sie bestimmt und gilt bis zum {formatDay(until)}.</Small>
      <Closing operator={operator} mistyped="Sie haben nicht mit uns telefoniert?" />
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
    tariff: { tariffType: 'premium', selfParticipation: 250, paymentFrequency: 'quarterly' },
    monthlyCents: 6535,
    token: previewToken,
    until: '2026-03-19',
  },
};
