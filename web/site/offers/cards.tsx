import { formatDay } from '#domain/dates';
import { movedTitle, type OfferView, offerAmounts, offerCover, offerFacts, offerNotes } from '#domain/offers';
import { href, pages } from '#domain/urls';
import { useOperator } from '../../operator';
import { buttonClass } from '../../ui/button';
import { Alert } from '../../ui/notices';
import { FactList } from '../FactList';

type Shown = { token: string; offer: OfferView };

export function Moved({ offer }: Pick<Shown, 'offer'>) {
  if (offer.centsNow === null) return null;
  const [old, now] = [offer.monthlyCents, offer.centsNow].map((cents) => offerAmounts(offer, cents));
  return (
    <div className="mt-6">
      <Alert tone="warning" title={movedTitle}>
        <p className="mt-1">
          {'Bisher '}
          <s>{`${old?.amount} ${old?.rhythm}`}</s>
          {', jetzt '}
          <strong className="text-2xl">{`${now?.amount} ${now?.rhythm}`}</strong>
          {now?.yearly ? ` (${now.yearly}).` : '.'}
        </p>
      </Alert>
    </div>
  );
}

export function Facts({ offer, token }: Shown) {
  const { amount, rhythm, yearly } = offerAmounts(offer, offer.monthlyCents);
  const hasMoved = offer.centsNow !== null;
  const asOf = hasMoved ? `nach dem Preisstand vom ${formatDay(offer.offeredOn)}` : null;
  return (
    <section
      aria-labelledby="angebot"
      className="mt-6 rounded-card border border-line bg-white p-5 shadow-card sm:p-8"
    >
      <h2 id="angebot" className="text-2xl text-green-900">
        Beitrag und Schutz
      </h2>
      <p className="mt-4">
        <span className={`font-serif font-semibold text-green-900 ${hasMoved ? 'text-2xl' : 'text-4xl'}`}>
          {amount}
        </span>{' '}
        {rhythm}
      </p>
      <p className="mt-1 text-ink-soft">{[yearly, asOf].filter(Boolean).join(', ')}</p>
      <FactList className="mt-4" longLabels facts={offerFacts(offer)} />
      <div className="mt-4 space-y-2 text-ink-soft">
        <p>{offerNotes(offer, useOperator()).join(' ')}</p>
        <p>{offerCover(offer)}</p>
      </div>
      <p className="mt-6">
        <a href={href(pages.offerFile, { token })} className={buttonClass('secondary')}>
          Angebot speichern (PDF)
        </a>
      </p>
    </section>
  );
}
