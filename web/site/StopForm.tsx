import { pages } from '#domain/urls';
import { Button, buttonClass } from '../ui/button';

type Props = { action: string; label: string; stopped: boolean };

/** Below what a link in a mail would end: a form, because mail scanners open links. Only a person presses a button. */
export function StopForm({ action, label, stopped }: Props) {
  return (
    <div className="mt-8 flex flex-wrap gap-4">
      {stopped ? null : (
        <form method="post" action={action}>
          <Button type="submit">{label}</Button>
        </form>
      )}
      <a href={pages.home} className={buttonClass('secondary')}>
        Zur Startseite
      </a>
    </div>
  );
}
