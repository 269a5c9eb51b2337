import { publicPages as pages } from '#domain/urls';
import { buttonClass } from '../ui/button';

export function HomeLink() {
  return (
    <p className="mt-8">
      <a href={pages.home} className={buttonClass('secondary')}>
        Zur Startseite
      </a>
    </p>
  );
}
