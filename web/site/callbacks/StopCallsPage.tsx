import { formatDay } from '#domain/dates';
import { href, pages } from '#domain/urls';
import { linkClass } from '../../ui/button';
import { SiteShell } from '../SiteShell';
import { StopForm } from '../StopForm';

/** `askedOn`: the day of the request, `YYYY-MM-DD`. */
type Props = { token: string; askedOn: string; stopped: boolean };

/** Target of a link in the confirmation of a callback: one button, and then that nobody calls any more. */
export function StopCallsPage({ token, askedOn, stopped }: Props) {
  const day = formatDay(askedOn);
  return (
    <SiteShell>
      <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6 sm:py-24">
        <h1 className="text-4xl text-green-900">
          {stopped ? 'Wir rufen Sie nicht mehr an' : 'Keine Anrufe mehr?'}
        </h1>
        <p className="mt-5 text-lg">
          {stopped
            ? `Ihre Rückrufbitte vom ${day} gilt nicht mehr. Auch zu einem vereinbarten Termin rufen wir nicht an.`
            : `Am ${day} haben Sie uns um einen Rückruf gebeten. Mit einem Klick nehmen Sie das zurück: Dann rufen wir Sie dazu nicht mehr an, auch nicht zu einem vereinbarten Termin.`}
        </p>
        <p className="mt-4 text-lg">
          Ihre Angaben bleiben noch gespeichert. Löschen können Sie sie unter{' '}
          <a href={pages.ownData} className={linkClass}>
            Meine Daten
          </a>
          .
        </p>
        {stopped ? (
          <p className="mt-4 text-lg">
            Möchten Sie doch mit uns sprechen?{' '}
            <a href={pages.callback} className={linkClass}>
              Bitten Sie einfach neu um einen Rückruf
            </a>
            .
          </p>
        ) : null}
        <StopForm action={href(pages.stopCalls, { token })} label="Nicht mehr anrufen" stopped={stopped} />
      </div>
    </SiteShell>
  );
}
