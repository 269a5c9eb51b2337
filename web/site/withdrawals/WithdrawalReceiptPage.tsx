import { formatDay } from '#domain/dates';
import { declarationFacts, type Receipt, receivedSentence, receivedTitle } from '#domain/law/withdrawals';
import { withdrawalSentence } from '#domain/law/wordings';
import { Medallion } from '../../illustrations/Medallion';
import { buttonClass } from '../../ui/button';
import { SiteShell } from '../SiteShell';

type Props = {
  receipt: Receipt;
  /** Address of the PDF. */
  document: string;
  /** The last day on which the page can be opened, `YYYY-MM-DD`. */
  until: string;
};

/** Confirms the receipt of a withdrawal, with all that was declared. */
export function WithdrawalReceiptPage({ receipt, document, until }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4 sm:flex-nowrap">
          <Medallion className="size-20 shrink-0 sm:size-24" />
          <div className="min-w-0">
            <h1 className="text-4xl text-green-900 sm:text-5xl">{receivedTitle}</h1>
            <p className="mt-2 text-lg font-semibold text-balance">{receivedSentence(receipt.receivedAt)}</p>
          </div>
        </div>
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
          <dl className="mt-5 divide-y divide-line border-y border-line">
            {declarationFacts(receipt).map(({ label, value }) => (
              <div key={label} className="grid gap-1 py-3 sm:grid-cols-[14rem_1fr] sm:gap-6">
                <dt className="text-ink-soft">{label}</dt>
                <dd className="font-medium wrap-anywhere">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6">
            <a href={document} className={buttonClass()}>
              Bestätigung speichern (PDF)
            </a>
          </p>
        </section>
        <div className="mt-6 space-y-3 text-pretty">
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
