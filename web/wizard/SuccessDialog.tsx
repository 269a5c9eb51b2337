import { useAtomValue, useStore } from 'jotai';
import { notInsuredYet } from '#domain/tariffs/explanations';
import { href, publicPages as pages, wizardApi } from '#domain/urls';
import { Button, buttonClass } from '../ui/button';
import { Dialog } from '../ui/dialogs';
import { CircleCheckIcon } from '../ui/icons';
import { applicationIdAtom, successDialogAtom } from './state';

export function SuccessDialog() {
  const id = useAtomValue(applicationIdAtom);
  const open = useAtomValue(successDialogAtom);
  const store = useStore();
  return (
    <Dialog
      open={open}
      onClose={() => store.set(successDialogAtom, false)}
      labelledBy="eingereicht"
      describedBy="naechstes"
    >
      <div className="text-center">
        <CircleCheckIcon className="mx-auto size-14 text-green-700" strokeWidth={1.5} />
        <h2 id="eingereicht" className="mt-4 text-2xl text-green-900 sm:text-3xl">
          Antrag erfolgreich eingereicht
        </h2>
        <div id="naechstes">
          <p className="mt-3 text-ink-soft">
            Vielen Dank für Ihr Vertrauen. Bitte notieren Sie sich Ihre Antragsnummer:
          </p>
          <p className="mt-4 rounded-control bg-paper-deep px-4 py-3 font-semibold wrap-anywhere tabular-nums select-all">
            {id}
          </p>
          <p className="mt-4">
            Eine Bestätigung haben wir Ihnen per E-Mail geschickt. Unser Team prüft Ihren Antrag und meldet
            sich bei Ihnen.
          </p>
          <p className="mt-4 text-ink-soft">{notInsuredYet}</p>
        </div>
        <a href={pages.home} className={`${buttonClass()} mt-7 w-full`}>
          Zurück zur Startseite
        </a>
        <form method="post" action={href(wizardApi.anotherHorse, { id })} className="mt-3">
          <Button type="submit" look="secondary" className="w-full">
            Weiteres Pferd versichern
          </Button>
        </form>
      </div>
    </Dialog>
  );
}
