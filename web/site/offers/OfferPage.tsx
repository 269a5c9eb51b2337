import { type OfferView, validitySentence } from '#domain/offers';
import { tariffNames } from '#domain/tariffs/catalogue';
import { api, href } from '#domain/urls';
import { Button } from '../../ui/button';
import { FormId } from '../../ui/fields';
import { ContactWays } from '../ContactWays';
import { PlainForm } from '../forms';
import { MedallionHead, SiteShell } from '../SiteShell';
import { Facts, Moved } from './cards';

type Shown = { token: string; offer: OfferView };

/** Whoever has the link of the mail sees it; it needs no script. */
export function OfferPage({ token, offer }: Shown) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-10 sm:px-6 sm:py-16">
        <MedallionHead title="Ihr Angebot">{`${tariffNames[offer.tariffType]} für Ihr Pferd`}</MedallionHead>
        <p className="mt-6 text-lg">{validitySentence(offer)}</p>
        <Moved offer={offer} />
        <Facts offer={offer} token={token} />
        <Begin token={token} />
        <Delete token={token} />
        <p className="mt-8 text-ink-soft">
          Haben Sie Fragen? Wir sind gern für Sie da: <ContactWays />. Der Link zu dieser Seite ist nur für
          Sie bestimmt: Bitte geben Sie ihn nicht weiter.
        </p>
      </div>
    </SiteShell>
  );
}

function Begin({ token }: Pick<Shown, 'token'>) {
  return (
    <section
      aria-labelledby="antrag"
      className="mt-6 rounded-card border border-saddle-300 bg-white p-5 shadow-card sm:p-8"
    >
      <h2 id="antrag" className="text-2xl text-green-900">
        Ihr Antrag
      </h2>
      <p className="mt-3 max-w-2xl">
        E-Mail und Tarif übernehmen wir für Sie. Haben Sie schon begonnen, geht es dort weiter. Sie zahlen den
        Beitrag, den die Zusammenfassung vor dem Absenden zeigt: Er richtet sich nach dem Geburtsdatum Ihres
        Pferdes und den Tarifen an diesem Tag.
      </p>
      <PlainForm action={href(api.beginFromOffer, { token })} className="mt-5">
        <Button type="submit" className="w-full sm:w-auto">
          Antrag beginnen
        </Button>
      </PlainForm>
    </section>
  );
}

function Delete({ token }: Pick<Shown, 'token'>) {
  return (
    <details className="mt-10 border-t border-line pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold text-green-900">
        Brauchen Sie das Angebot nicht mehr?
      </summary>
      <p className="mt-2 max-w-2xl">
        Wir löschen das Angebot und Ihre E-Mail-Adresse dazu sofort und endgültig. Ein Antrag, den Sie schon
        begonnen haben, bleibt.
      </p>
      <PlainForm action={href(api.deleteOffer, { token })} className="mt-4">
        <FormId />
        <Button type="submit" look="danger" className="w-full sm:w-auto">
          Angebot löschen
        </Button>
      </PlainForm>
    </details>
  );
}
