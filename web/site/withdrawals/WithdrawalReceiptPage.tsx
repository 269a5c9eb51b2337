import { formatDay } from '#domain/dates';
import { declarationFacts, type Receipt, receivedSentence, receivedTitle } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { buttonClass } from '../../ui/button';
import { FactList } from '../FactList';
import { MedallionHead, SiteShell } from '../SiteShell';

type Props = {
  receipt: Receipt;
  document: string;
  /** The last day on which the page can be opened, `YYYY-MM-DD`. */
  until: string;
};

export function WithdrawalReceiptPage({ receipt, document, until }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title={receivedTitle}>{receivedSentence(receipt.receivedAt)}</MedallionHead>
        <section
          aria-labelledby="erklaerung"
          className="mt-8 rounded-card border border-line bg-white p-5 shadow-card sm:p-8"
        >
          <h2 id="erklaerung" className="text-2xl text-green-900">
            Ihre Erklärung
          </h2>
          <p className="mt-4 border-l-4 border-saddle-300 bg-saddle-50 px-4 py-3.5 font-serif text-xl leading-snug text-balance">
            {withdrawalSentence}
          </p>
          <FactList className="mt-5" longLabels facts={declarationFacts(receipt)} />
          <p className="mt-6">
            <a href={document} className={buttonClass()}>
              Bestätigung speichern (PDF)
            </a>
          </p>
        </section>
        <div className="mt-6 space-y-3">
          <p>
            Bitte speichern Sie die Bestätigung. In der Regel bekommen Sie sie in wenigen Minuten auch per{' '}
            <span className="whitespace-nowrap">E-Mail</span>. Diese Seite können Sie bis zum{' '}
            {formatDay(until)} öffnen.
          </p>
          <p>
            Wir ordnen Ihren Widerruf jetzt Ihrem Vertrag zu und melden uns bei Ihnen. Sie müssen nichts
            weiter tun.
          </p>
        </div>
      </div>
    </SiteShell>
  );
}
