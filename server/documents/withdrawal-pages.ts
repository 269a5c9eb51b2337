import { declarationFacts, type Receipt, receivedSentence, receivedTitle } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import type { Operator } from '#domain/operator/operator';
import { writeFacts } from './blocks';
import { contentWidth, sheet, styles } from './paper';
import { drawPaper } from './pdf';

export type ReceiptCopy = { receipt: Receipt; operator: Operator };

export function drawReceipt({ receipt, operator }: ReceiptCopy): Promise<Uint8Array> {
  const { name, street, zipCode, city } = operator.company;
  const about = {
    title: `${receivedTitle}, ${receivedSentence(receipt.receivedAt)}`,
    subject: 'Bestätigung über den Eingang eines Widerrufs',
    running: `Widerruf ${receipt.id}`,
    operator,
    date: new Date(receipt.receivedAt),
  };
  return drawPaper(about, (paper, whole, line) => {
    line('H1', receivedTitle, styles.title, 4);
    line('P', receivedSentence(receipt.receivedAt), styles.strong, 18);
    line('H2', 'Ihre Erklärung', styles.heading, 6);
    line('P', `An: ${name}, ${street}, ${zipCode} ${city}`, styles.body, 8);
    line('P', `„${withdrawalSentence}“`, styles.value, 12);
    const facts = declarationFacts(receipt);
    writeFacts(paper, whole, facts, { x: sheet.left, width: contentWidth, columns: 1 });
    paper.y += 18;
    line('P', confirmation, styles.body, 8);
    line('P', `Kennung des Widerrufs: ${receipt.id}`, styles.declared, 0);
  });
}

const confirmation =
  'Diese Bestätigung sagt, was über unsere Website erklärt wurde und wann es bei uns eingegangen ist. Ob und ab wann der Widerruf wirkt, teilen wir Ihnen mit.';
