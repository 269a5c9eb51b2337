import { retentionSentence } from '#domain/retention';
import { href, pages } from '#domain/urls';
import { Button, buttonClass } from '../../ui/button';
import { SiteShell } from '../SiteShell';

type Props = { applicationId: string; stopped: boolean; retentionDays: number };

/** Target of a link in every reminder: one button, and then a confirmation. */
export function StopRemindersPage({ applicationId, stopped, retentionDays }: Props) {
  return (
    <SiteShell>
      <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6 sm:py-24">
        <h1 className="text-4xl text-green-900">
          {stopped ? 'Wir erinnern Sie nicht mehr' : 'Keine Erinnerungen mehr?'}
        </h1>
        {stopped ? (
          <p className="mt-5 text-lg">
            Zu diesem Antrag schicken wir Ihnen keine Erinnerungen mehr. Ihre Angaben bleiben gespeichert:
            Wenn Sie möchten, setzen Sie den Antrag einfach fort. {retentionSentence(retentionDays)}
          </p>
        ) : (
          <p className="mt-5 text-lg">
            Mit einem Klick stellen Sie die Erinnerungen zu diesem Antrag ab. Ihre Angaben bleiben
            gespeichert, und Sie können den Antrag weiterhin fortsetzen. {retentionSentence(retentionDays)}
          </p>
        )}
        <div className="mt-8 flex flex-wrap gap-4">
          {stopped ? null : (
            // a form, because mail scanners open links: only a person presses a button
            <form method="post" action={href(pages.stopReminders, { id: applicationId })}>
              <Button type="submit">Keine Erinnerungen mehr senden</Button>
            </form>
          )}
          <a href={href(pages.application, { id: applicationId })} className={buttonClass('secondary')}>
            Antrag fortsetzen
          </a>
        </div>
      </div>
    </SiteShell>
  );
}
