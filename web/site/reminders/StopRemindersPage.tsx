import { openSentence, type Periods } from '#domain/retention/periods';
import { href, pages } from '#domain/urls';
import { SiteShell } from '../SiteShell';
import { StopForm } from '../StopForm';

type Props = {
  token: string;
  stopped: boolean;
  about: 'application' | 'offer';
  periods: Periods;
};

const sentences = {
  before:
    'Mit einem Klick stellen Sie alle Erinnerungen an Ihre E-Mail-Adresse ab, gleich zu welchem Antrag oder Angebot.',
  after:
    'An diese E-Mail-Adresse schicken wir keine Erinnerungen mehr, gleich zu welchem Antrag oder Angebot.',
};

/** Target of a link in every reminder: one button, and then a confirmation. */
export function StopRemindersPage({ token, stopped, about, periods }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6 sm:py-24">
        <h1 className="text-4xl text-green-900">
          {stopped ? 'Wir erinnern Sie nicht mehr' : 'Keine Erinnerungen mehr?'}
        </h1>
        <p className="mt-5 text-lg">
          {sentences[stopped ? 'after' : 'before']}{' '}
          {about === 'offer'
            ? 'An Ihrem Angebot ändert sich dadurch nichts.'
            : `Ihre Angaben bleiben gespeichert, und Sie können Ihren Antrag weiterhin fortsetzen. ${openSentence(periods)}`}
        </p>
        <p className="mt-4 text-lg">
          {about === 'offer' ? 'Möchten Sie Ihre Daten gleich löschen?' : 'Möchten Sie ihn gleich löschen?'}{' '}
          Das geht unter{' '}
          <a href={pages.ownData} className="text-green-800 underline underline-offset-4">
            Meine Daten
          </a>
          .
        </p>
        <StopForm
          action={href(pages.stopReminders, { token })}
          label="Keine Erinnerungen mehr senden"
          stopped={stopped}
        />
      </div>
    </SiteShell>
  );
}
