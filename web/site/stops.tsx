import { formatDay } from '#domain/dates';
import { openSentence, type Periods } from '#domain/retention/periods';
import { href, pages } from '#domain/urls';
import { linkClass } from '../ui/button';
import { StopPage } from './forms';

type StopCallsProps = { token: string; askedOn: string; stopped: boolean };

export function StopCallsPage({ token, askedOn, stopped }: StopCallsProps) {
  const day = formatDay(askedOn);
  return (
    <StopPage
      title={stopped ? 'Wir rufen Sie nicht mehr an' : 'Keine Anrufe mehr?'}
      action={href(pages.stopCalls, { token })}
      button={stopped ? null : 'Nicht mehr anrufen'}
    >
      <p className="mt-5 text-lg">
        {stopped
          ? `Ihre Rückrufanfrage vom ${day} gilt nicht mehr. Auch zu einem vereinbarten Termin rufen wir nicht an.`
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
    </StopPage>
  );
}

type StopRemindersProps = {
  token: string;
  stopped: boolean;
  about: 'application' | 'offer';
  periods: Periods;
};

export function StopRemindersPage({ token, stopped, about, periods }: StopRemindersProps) {
  const [isOffer, what] = [about === 'offer', 'gleich zu welchem Antrag oder Angebot.'];
  return (
    <StopPage
      title={stopped ? 'Wir erinnern Sie nicht mehr' : 'Keine Erinnerungen mehr?'}
      action={href(pages.stopReminders, { token })}
      button={stopped ? null : 'Keine Erinnerungen mehr senden'}
    >
      <p className="mt-5 text-lg">
        {stopped
          ? `An diese E-Mail-Adresse schicken wir keine Erinnerungen mehr, ${what}`
          : `Mit einem Klick stellen Sie alle Erinnerungen an Ihre E-Mail-Adresse ab, ${what}`}{' '}
        {isOffer
          ? 'An Ihrem Angebot ändert sich dadurch nichts.'
          : `Ihre Angaben bleiben gespeichert, und Sie können Ihren Antrag weiterhin fortsetzen. ${openSentence(periods)}`}
      </p>
      <p className="mt-4 text-lg">
        {isOffer ? 'Möchten Sie Ihre Daten gleich löschen?' : 'Möchten Sie ihn gleich löschen?'} Das geht
        unter{' '}
        <a href={pages.ownData} className="text-green-800 underline underline-offset-4">
          Meine Daten
        </a>
        .
      </p>
    </StopPage>
  );
}
