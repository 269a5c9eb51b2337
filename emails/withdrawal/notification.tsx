import { matchLabels } from '#domain/law/staff-withdrawals';
import { receivedSentence, type WithdrawalMatch } from '#domain/law/withdrawals';
import { href, pages } from '#domain/urls';
import { Action, Facts, Paragraph, TextLink, Title } from '../parts/blocks';
import type { Mail } from '../render';
import { repeatedFacts, type WithdrawalProps, withdrawalReceipt } from './receipt';

const stop =
  'Bitte geben Sie den Antrag nicht weiter und stoppen Sie die Lastschrift, bis der Widerruf geprüft ist.';
const toDo: Record<WithdrawalMatch, string> = {
  exact: stop,
  number: stop,
  suggested: 'Der Vorschlag hält den Vorgang nicht auf. Bitte prüfen Sie bald, welcher Antrag gemeint ist.',
  none: 'Bitte prüfen Sie bald, welcher Antrag gemeint ist.',
};

export const withdrawalNotification: Mail<WithdrawalProps> = {
  // the short id distinguishes two withdrawals, as in the staff lists
  subject: ({ receipt }) => `Neuer Widerruf (${receipt.id.slice(0, 8)})`,
  preheader: ({ receipt }) => receivedSentence(receipt.receivedAt),
  body: ({ publicUrl, receipt, applicationId, match }) => (
    <>
      <Title>Neuer Widerruf</Title>
      <Paragraph>
        {receivedSentence(receipt.receivedAt)}. {toDo[match]}
      </Paragraph>
      <Facts rows={[...repeatedFacts(receipt), { label: 'Zuordnung', value: matchLabels[match] }]} />
      <Action href={`${publicUrl}${pages.backofficeWithdrawals}`}>Widerrufe im Backoffice öffnen</Action>
      {applicationId ? (
        <Paragraph>
          Zum{' '}
          <TextLink href={`${publicUrl}${href(pages.backofficeApplication, { id: applicationId })}`}>
            Antrag im Backoffice
          </TextLink>
        </Paragraph>
      ) : null}
    </>
  ),
  example: withdrawalReceipt.example,
};
