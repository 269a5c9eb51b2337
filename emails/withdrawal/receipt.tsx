import { linkMs, previewToken } from '#domain/access-links';
import { berlinDay } from '#domain/dates';
import {
  declarationFacts,
  type Receipt,
  receivedSentence,
  receivedTitle,
  type WithdrawalMatch,
} from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { mailableNumber, personName } from '#domain/text/mailable';
import { mailableEmail } from '#domain/text/mailable-reach';
import { href, pages } from '#domain/urls';
import { Action, Closing, Facts, Heading, OnlyYours, Paragraph, Small, Title } from '../parts/blocks';
import { type Common, exampleSite, type Mail } from '../render';

export type WithdrawalProps = Common & {
  receipt: Receipt;
  /** Null if no application was found. */
  applicationId: string | null;
  match: WithdrawalMatch;
  token: string;
};

/** To the person who declared it: confirms content and time of the receipt (§ 356a Abs. 4 BGB). */
export const withdrawalReceipt: Mail<WithdrawalProps> = {
  subject: () => 'Ihr Widerruf ist bei uns eingegangen',
  preheader: ({ receipt }) => receivedSentence(receipt.receivedAt),
  body: ({ operator, repliesRead, publicUrl, receipt, token }) => (
    <>
      <Title>{receivedTitle}</Title>
      <Paragraph>Guten Tag,</Paragraph>
      <Paragraph>
        über unsere Website haben wir den folgenden Widerruf erhalten. Bitte bewahren Sie diese Nachricht auf:
        Sie bestätigt, was Sie erklärt haben und wann es bei uns angekommen ist.
      </Paragraph>
      <Heading>{receivedSentence(receipt.receivedAt)}</Heading>
      <Paragraph>„{withdrawalSentence}“</Paragraph>
      <Facts rows={repeatedFacts(receipt)} />
      <Action href={`${publicUrl}${href(pages.withdrawalReceipt, { token })}`}>Bestätigung öffnen</Action>
      <Small>Dort finden Sie Ihre Erklärung auch als PDF.</Small>
      <OnlyYours until={berlinDay(new Date(Date.parse(receipt.receivedAt) + linkMs('withdrawal')))} />
      <Heading>So geht es weiter</Heading>
      <Paragraph>
        Wir ordnen Ihren Widerruf Ihrem Vertrag zu und melden uns bei Ihnen. Fehlt uns dafür eine Angabe,
        fragen wir nach. Sie müssen nichts weiter tun. Der Widerruf ging an: {operator.company.name},{' '}
        {operator.company.street}, {operator.company.zipCode} {operator.company.city}.
      </Paragraph>
      <Closing operator={operator} repliesRead={repliesRead} mistyped="Sie haben nichts widerrufen?" />
    </>
  ),
  example: {
    ...exampleSite,
    receipt: {
      id: '7c1e0b52-90d3-4a8c-8a35-3d1b6f0e2c49',
      receivedAt: '2026-11-20T13:03:27Z',
      name: 'Johanna Sommer',
      email: 'johanna.sommer@post.example',
      contract: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    },
    applicationId: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    match: 'exact',
    token: previewToken,
  },
};

/** What was declared, as far as a mail may repeat it. */
export function repeatedFacts({ name, email, contract }: Receipt) {
  return declarationFacts({
    name: personName(name),
    email: mailableEmail(email),
    contract: contract === null ? null : mailableNumber(contract),
  });
}
