import { publicPages as pages } from '#domain/urls';
import { HomeLink, MedallionHead, SiteShell } from '../site/SiteShell';
import { SiteLink } from '../source';
import { Button } from '../ui/button';
import { LinkForm } from './LinkForm';

export const foreignTitle = 'Dieser Antrag wurde in einem anderen Browser begonnen';

/** In place of the wizard, in a browser that the application does not belong to. */
export function ForeignPage({ id }: { id: string }) {
  return (
    <SiteShell className="mx-auto max-w-3xl px-4 py-16 sm:px-6 sm:py-20">
      <MedallionHead title={foreignTitle}>Mit einem Zugangslink geht es hier weiter.</MedallionHead>
      <p className="mt-6 text-lg">
        Ihre Angaben sind gespeichert. Damit niemand anderes sie sieht, zeigen wir sie nur in dem Browser, in
        dem der Antrag begonnen wurde. Möchten Sie hier weitermachen, fordern Sie bitte einen Zugangslink an:
        Wir schicken ihn an die E-Mail-Adresse, die im Antrag steht. Öffnen Sie ihn dann in diesem Browser.
      </p>
      <LinkForm id={id} className="mt-8">
        <Button type="submit">Zugangslink anfordern</Button>
      </LinkForm>
      <p className="mt-8 text-ink-soft">
        Haben Sie noch keine E-Mail-Adresse eingegeben? Dann geht es nur in dem anderen Browser weiter, oder
        Sie{' '}
        <SiteLink href={pages.calculator} className="text-green-800 underline underline-offset-4">
          beginnen einen neuen Antrag
        </SiteLink>
        .
      </p>
      <p className="mt-4 text-ink-soft">
        War es doch dieser Browser? Dann hat er unser Cookie nicht behalten. Bitte erlauben Sie ihm, Cookies
        von uns zu speichern, und fordern Sie dann den Link an.
      </p>
      <HomeLink />
    </SiteShell>
  );
}
