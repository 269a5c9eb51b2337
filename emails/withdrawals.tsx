import { linkMs } from '#domain/access-links';
import { berlinDay } from '#domain/dates';
import { matchLabels } from '#domain/law/staff-withdrawals';
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
import { Action, Facts, Heading, Letter, OnlyYours, PageLink, Paragraph, Small, Title } from './blocks';
import { type Common, exampleApplication, type Mail } from './render';

type WithdrawalProps = Common & {
  receipt: Receipt;
  applicationId: string | null;
  match: WithdrawalMatch;
  token: string;
};

/** To the person who declared it: confirms content and time of the receipt (§ 356a Abs. 4 BGB). */
export const withdrawalReceipt: Mail<WithdrawalProps> = {
  subject: () => 'Ihr Widerruf ist bei uns eingegangen',
  preheader: ({ receipt }) => receivedSentence(receipt.receivedAt),
  body: ({ operator, receipt, token }) => (
    <Letter title={receivedTitle} mistyped="Sie haben nichts widerrufen?">
      <Paragraph>
        über unsere Website haben wir den folgenden Widerruf erhalten. Bitte bewahren Sie diese Nachricht auf:
        Sie bestätigt, was Sie erklärt haben und wann es bei uns angekommen ist.
      </Paragraph>
      <Heading>{receivedSentence(receipt.receivedAt)}</Heading>
      <Paragraph>„{withdrawalSentence}“</Paragraph>
      <Facts rows={repeatedFacts(receipt)} />
      <Action to={href(pages.withdrawalReceipt, { token })}>Bestätigung öffnen</Action>
      <Small>Dort finden Sie Ihre Erklärung auch als PDF.</Small>
      <OnlyYours until={berlinDay(new Date(Date.parse(receipt.receivedAt) + linkMs('withdrawal')))} />
      <Heading>So geht es weiter</Heading>
      <Paragraph>
        Wir ordnen Ihren Widerruf Ihrem Vertrag zu und melden uns bei Ihnen. Fehlt uns dafür eine Angabe,
        fragen wir nach. Sie müssen nichts weiter tun. Der Widerruf ging an: {operator.company.name},{' '}
        {operator.company.street}, {operator.company.zipCode} {operator.company.city}.
      </Paragraph>
    </Letter>
  ),
  example: {
    ...exampleApplication,
    receipt: {
      id: '7c1e0b52-90d3-4a8c-8a35-3d1b6f0e2c49',
      receivedAt: '2026-11-20T13:03:27Z',
      name: 'Johanna Sommer',
      email: 'johanna.sommer@post.example',
      contract: '5b0c6d8e-41f3-4c8e-9a0b-7d2f3c9e1a64',
    },
    match: 'exact',
  },
};

function repeatedFacts({ name, email, contract }: Receipt) {
  return declarationFacts({
    name: personName(name),
    email: mailableEmail(email),
    contract: contract === null ? null : mailableNumber(contract),
  });
}

const stop =
  'Bitte geben Sie den Antrag nicht weiter und stoppen Sie die Lastschrift, bis der Widerruf geprüft ist.';
const toDo: Record<WithdrawalMatch, string> = {
  exact: stop,
  number: stop,
  suggested: 'Der Vorschlag hält den Vorgang nicht auf. Bitte prüfen Sie bald, welcher Antrag gemeint ist.',
  none: 'Bitte prüfen Sie bald, welcher Antrag gemeint ist.',
};

export const withdrawalNotification: Mail<WithdrawalProps> = {
  subject: ({ receipt }) => `Neuer Widerruf (${receipt.id.slice(0, 8)})`,
  preheader: ({ receipt }) => receivedSentence(receipt.receivedAt),
  body: ({ receipt, applicationId, match }) => (
    <>
      <Title>Neuer Widerruf</Title>
      <Paragraph>
        {receivedSentence(receipt.receivedAt)}. {toDo[match]}
      </Paragraph>
      <Facts rows={[...repeatedFacts(receipt), { label: 'Zuordnung', value: matchLabels[match] }]} />
      <Action to={pages.backofficeWithdrawals}>Widerrufe im Backoffice öffnen</Action>
      {applicationId ? (
        <Paragraph>
          Zum{' '}
          <PageLink to={href(pages.backofficeApplication, { id: applicationId })}>
            Antrag im Backoffice
          </PageLink>
        </Paragraph>
      ) : null}
    </>
  ),
  example: withdrawalReceipt.example,
};

type NoticeProps = Common & {
  applicationId: string;
  suggested: boolean;
  receivedAt: string;
};

/** Repeats nothing of what was typed: somebody else than its recipient may have typed it. */
export const withdrawalNotice: Mail<NoticeProps> = {
  subject: titleOf,
  preheader: ({ receivedAt }) => receivedSentence(receivedAt),
  body: ({ applicationId, suggested, receivedAt }) => (
    <Letter title={titleOf({ suggested })}>
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
    </Letter>
  ),
  example: {
    ...exampleApplication,
    suggested: false,
    receivedAt: '2026-11-20T13:03:27Z',
  },
};

function titleOf({ suggested }: Pick<NoticeProps, 'suggested'>): string {
  return suggested
    ? 'Ein Widerruf könnte Ihren Antrag betreffen'
    : 'Zu Ihrem Antrag ist ein Widerruf eingegangen';
}
