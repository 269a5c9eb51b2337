import { anchors, pages } from '#domain/urls';
import { EmptyScene } from '../illustrations';
import { SiteLink } from '../source';
import { buttonClass } from '../ui/button';
import { SiteShell } from './SiteShell';

export function NotFoundPage() {
  return (
    <SiteShell className="mx-auto max-w-2xl px-4 py-16 text-center sm:px-6 sm:py-20">
      <EmptyScene className="mx-auto w-72 max-w-full sm:w-96" />
      <h1 lang="en" className="mt-6 text-4xl text-green-900">
        404 Page Not Found
      </h1>
      <p lang="en" className="mt-4 text-ink-soft">
        Did you forget to add the page to the router?
      </p>
      <p className="mt-4 text-lg">Hier ist nur Weide: Diese Seite gibt es nicht, oder sie ist umgezogen.</p>
      <p className="mt-8 flex flex-wrap justify-center gap-4">
        <SiteLink href={pages.home} className={buttonClass()}>
          Zur Startseite
        </SiteLink>
        <SiteLink href={anchors.tariffs} className={buttonClass('secondary')}>
          Tarife ansehen
        </SiteLink>
      </p>
    </SiteShell>
  );
}

export function ErrorPage({ requestId }: { requestId: string }) {
  return (
    <SiteShell className="mx-auto max-w-2xl px-4 py-24 text-center sm:px-6">
      <h1 className="text-4xl text-green-900">Das hat leider nicht geklappt</h1>
      <p className="mt-4">
        Die Seite konnte gerade nicht geladen werden. Bitte versuchen Sie es in ein paar Minuten erneut.
      </p>
      <p className="mt-2 text-sm text-ink-soft">Hilft das nicht, nennen Sie uns diese Kennung: {requestId}</p>
      <p className="mt-8">
        <SiteLink href={pages.home} className={buttonClass()}>
          Zur Startseite
        </SiteLink>
      </p>
    </SiteShell>
  );
}
