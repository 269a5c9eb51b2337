import { href, wizardApi } from '#domain/urls';
import { Button } from '../../ui/button';
import { HomeLink } from '../HomeLink';
import { MedallionHead } from '../MedallionHead';
import { SiteShell } from '../SiteShell';

export const foreignTitle = 'Dieser Antrag ist in einem anderen Browser geöffnet';

/** In place of the wizard, in a browser that the application does not belong to. */
export function ForeignPage({ id }: { id: string }) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
        <MedallionHead title={foreignTitle}>Mit unserem Link geht es auch hier weiter.</MedallionHead>
        <p className="mt-6 text-lg text-pretty">
          Zum Schutz Ihrer Angaben zeigen wir ihn nur in dem Browser, in dem er begonnen wurde, und nach einem
          Klick auf den Link aus unserer E-Mail. Den Link schicken wir an die E-Mail-Adresse, die im Antrag
          steht.
        </p>
        <form method="post" action={href(wizardApi.accessLink, { id })} className="mt-8">
          <Button type="submit">Zugangslink anfordern</Button>
        </form>
        <p className="mt-8 text-pretty text-ink-soft">
          Haben Sie den Antrag in diesem Browser begonnen? Dann erlauben Sie ihm bitte, Cookies von uns zu
          speichern.
        </p>
        <HomeLink />
      </div>
    </SiteShell>
  );
}
