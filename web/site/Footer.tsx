import { mailHref } from '#domain/links';
import { intermediaryLine } from '#domain/operator/intermediary';
import { pages } from '#domain/urls';
import { useOperator } from '../operator';
import { useSourced } from '../source';

const link = 'underline decoration-green-200/60 underline-offset-4 hover:decoration-white';

/** The way to withdraw, company, contact, legal pages and, in the last line, the intermediary's status. */
export function Footer() {
  const operator = useOperator();
  const sourced = useSourced();
  const { brand, company, insurer } = operator;
  return (
    <footer className="mt-auto bg-green-900 text-green-50">
      <div className="mx-auto max-w-6xl px-4 pt-10 sm:px-6">
        <a
          href={pages.withdrawal}
          className="inline-flex min-h-11 items-center rounded-control border border-green-200 px-5 py-2 font-semibold text-white hover:bg-green-800 print:hidden"
        >
          Vertrag widerrufen
        </a>
      </div>
      <div className="mx-auto grid max-w-6xl grid-cols-1 gap-10 px-4 py-12 wrap-anywhere sm:grid-cols-3 sm:px-6">
        <div>
          <p className="font-serif text-2xl font-semibold text-white">{brand.name}</p>
          <p className="mt-2 text-green-100">
            {brand.claim}, vermittelt in Zusammenarbeit mit der {insurer.name}.
          </p>
        </div>
        <address className="not-italic text-green-100">
          <p className="font-semibold text-white">{company.name}</p>
          <p>{company.street}</p>
          <p>
            {company.zipCode} {company.city}
          </p>
        </address>
        <div className="flex flex-col items-start gap-1.5 text-green-100">
          <a href={company.phoneHref} className={link}>
            {company.phone}
          </a>
          <a href={mailHref(company.email)} className={`${link} break-all`}>
            {company.email}
          </a>
          <p className="text-sm">{company.serviceHours}</p>
        </div>
      </div>
      <div className="border-t border-green-700">
        <div className="mx-auto flex max-w-6xl flex-wrap gap-x-6 gap-y-2 px-4 py-5 text-sm sm:px-6">
          <a href={sourced(pages.documents)} className={link}>
            Unterlagen
          </a>
          <a href={sourced(pages.imprint)} className={link}>
            Impressum
          </a>
          <a href={sourced(pages.privacy)} className={link}>
            Datenschutz
          </a>
          <a href={pages.ownData} className={link}>
            Meine Daten
          </a>
          <a href={sourced(pages.accessibility)} className={link}>
            Barrierefreiheit
          </a>
          <button type="button" data-consent="open" className={`${link} cursor-pointer`}>
            Cookie-Einstellungen
          </button>
        </div>
        <p className="mx-auto max-w-6xl px-4 pb-6 text-sm text-green-100 wrap-anywhere sm:px-6">
          {`${intermediaryLine(operator)} · `}
          <a href={pages.initialInformation} className={link}>
            Erstinformation
          </a>
        </p>
      </div>
    </footer>
  );
}
