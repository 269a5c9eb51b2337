import type { ReactNode } from 'react';
import type { ConfirmationView } from '#domain/cases/confirmation';
import { formatDay } from '#domain/dates';
import { formatMoney, typeset } from '#domain/format';
import { paragraphsOf } from '#domain/law/wordings';
import { deductibleLabel, paymentFrequencyLabels, tariffNames } from '#domain/tariffs/catalogue';
import { instalmentCents, toEuro } from '#domain/tariffs/premium';
import { linkClass } from '../../ui/button';
import { FactList } from '../FactList';
import { TaxNote } from '../TaxNote';

type Shown = { view: ConfirmationView };

export function Application({ view }: Shown) {
  const facts = [
    { label: 'Beantragt von', value: view.contactName },
    { label: 'Versicherungsnehmer', value: view.policyholderName },
    { label: 'Pferd', value: view.horseName },
    { label: 'Tarif', value: tariffNames[view.tariff] },
    { label: 'Selbstbeteiligung', value: typeset(deductibleLabel(view.selfParticipation)) },
    { label: 'Zahlweise', value: paymentFrequencyLabels[view.paymentFrequency] },
    { label: 'Monatsbeitrag', value: formatMoney(view.monthlyPremium) },
    { label: 'Beitrag je Zahlung', value: formatMoney(toEuro(instalmentCents(view))) },
    { label: 'Gewünschter Beginn', value: formatDay(view.insuranceStartDate) },
    { label: 'Kontoinhaber', value: view.accountHolder },
    { label: 'IBAN (verkürzt)', value: view.iban || 'Zurzeit nicht lesbar' },
    { label: 'Antragsnummer', value: view.applicationId },
  ];
  return (
    <Card id="antrag" title="Der Antrag">
      <FactList className="mt-4" facts={facts} />
      <TaxNote className="mt-3" />
    </Card>
  );
}

export function Documents({ documents }: Pick<ConfirmationView, 'documents'>) {
  return (
    <Card id="unterlagen" title="Die Unterlagen">
      <p className="mt-3">Sie haben sie auch per E-Mail bekommen.</p>
      <ul className="mt-4 space-y-3">
        {documents.map(({ kind, label, url }) => (
          <li key={kind}>
            <a href={url} className={linkClass}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export function Declarations({ view: { declarations, contactName } }: Shown) {
  if (declarations.length === 0) return null;
  return (
    <Card id="erklaerungen" title="Das wurde dabei erklärt" className="mt-6">
      <p className="mt-3 wrap-anywhere">{`${contactName} hat beim Antrag diesen Sätzen zugestimmt:`}</p>
      {declarations.map(({ label, text }) => (
        <div key={label} className="mt-5">
          <h3 className="text-lg text-green-900">{label}</h3>
          {paragraphsOf(text).map((paragraph) => (
            <div key={paragraph.text} className="mt-2 max-w-prose">
              <p>{paragraph.text}</p>
              {paragraph.points ? (
                <ul className="mt-2 list-disc space-y-1 pl-6">
                  {paragraph.points.map((point) => (
                    <li key={point}>{point}</li>
                  ))}
                </ul>
              ) : null}
            </div>
          ))}
        </div>
      ))}
    </Card>
  );
}

type CardProps = { id: string; title: string; className?: string; children: ReactNode };

function Card({ id, title, className = '', children }: CardProps) {
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-card border border-line bg-white p-5 shadow-card sm:p-8 ${className}`}
    >
      <h2 id={id} className="text-2xl text-green-900">
        {title}
      </h2>
      {children}
    </section>
  );
}
