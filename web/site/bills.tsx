import { use } from 'react';
import { type BillEntries, billFields, emergencyLabels, mostDays, rates } from '#domain/bills/form';
import { amountsOf, type Bill, billText, rateText, reasonsOf, shareOf } from '#domain/bills/shares';
import type { FieldError } from '#domain/fields';
import { formatWholeMoney } from '#domain/format';
import { sameBill } from '#domain/landing-facts';
import { billNote } from '#domain/law/wordings';
import { tariffFields } from '#domain/steps/sets';
import { jointLimit, type TariffType, tariffNames, tariffTypes } from '#domain/tariffs/catalogue';
import { pages } from '#domain/urls';
import method from '../content/what-is-left.md' with { type: 'text' };
import { ColicScene } from '../illustrations';
import { SiteLink, SourceContext } from '../source';
import { buttonClass, linkClass } from '../ui/button';
import { optionsOf, SelectField, TextField } from '../ui/fields';
import { described, FormPage, formCard, PlainForm, Submit } from './forms';
import { lineOf } from './legal/LegalPage';
import { titles } from './titles';

type Props = {
  entries: BillEntries;
  isExample?: boolean;
  /** Either a bill, or what is wrong with the entries. */
  bill?: Bill;
  errors?: readonly FieldError[];
};

/** Divides a bill between insurer and customer, in each tariff. A form that needs no script. */
export function WhatIsLeftPage({ entries, isExample = false, bill, errors = [] }: Props) {
  return (
    <FormPage
      title={titles.whatIsLeft}
      picture={<ColicScene className="mt-8 hidden w-full rounded-card lg:block" />}
      lead="Ihr Pferd wurde operiert, und die Rechnung ist da. Was zahlt der Versicherer, und was zahlen Sie?"
      note="Geben Sie eine Rechnung ein, wie Sie sie befürchten. Wir fragen nicht nach Ihrem Namen und speichern nichts davon."
    >
      <BillForm entries={entries} errors={errors} />
      {bill ? <Shares bill={bill} isExample={isExample} /> : null}
    </FormPage>
  );
}

const sharesId = 'ergebnis';

const rateOptions = rates.map((rate) => ({ value: String(rate), label: rateText(rate) }));

function BillForm({ entries, errors }: { entries: BillEntries; errors: readonly FieldError[] }) {
  const source = use(SourceContext);
  const refused = { errors, notice: null };
  const field = described(billFields, entries, refused);
  return (
    <PlainForm
      method="get"
      action={`${pages.whatIsLeft}#${sharesId}`}
      refused={refused}
      fields={billFields}
      className={`self-start ${formCard}`}
    >
      {source ? <input type="hidden" name="source" value={source} /> : null}
      <TextField {...field('bill')} inputMode="numeric" maxLength={20} aria-required />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField {...field('rate')} options={rateOptions} />
        <SelectField {...field('emergency')} options={optionsOf(emergencyLabels)} />
        <TextField {...field('days')} inputMode="numeric" maxLength={String(mostDays).length} />
        <SelectField {...field('deductible')} options={optionsOf(tariffFields.selfParticipation.options)} />
      </div>
      <Submit>Jetzt rechnen</Submit>
    </PlainForm>
  );
}

function Shares({ bill, isExample }: { bill: Bill; isExample: boolean }) {
  return (
    // its heading repeats words of the fields, so it does not name the section
    <section id={sharesId} aria-label="Ergebnis" className="mt-4 scroll-mt-24 lg:col-span-2">
      <h2 className="text-3xl text-balance text-green-900">
        {isExample ? (
          <>
            {'Ein Beispiel: '}
            {/* it breaks before its name rather than inside `Kolik-OP` */}
            <span className="inline-block">{sameBill.title}</span>
          </>
        ) : (
          'So teilt sich Ihre Rechnung auf'
        )}
      </h2>
      <p className="mt-2 text-ink-soft">{`${billText(bill)}.`}</p>
      <div className="mt-6 grid gap-6 lg:grid-cols-3">
        {tariffTypes.map((type) => (
          <TariffShare key={type} type={type} bill={bill} />
        ))}
      </div>
      <Method />
    </section>
  );
}

function TariffShare({ type, bill }: { type: TariffType; bill: Bill }) {
  const share = shareOf(bill, type);
  const { paid, left } = amountsOf(share);
  const reasons = reasonsOf(share, bill, type);
  const name = tariffNames[type];
  return (
    <section
      aria-labelledby={`anteil-${type}`}
      className="flex flex-col rounded-card border border-line bg-white p-5 shadow-card sm:p-6"
    >
      <h3 id={`anteil-${type}`} className="text-xl text-green-900">
        {name}
      </h3>
      <dl className="mt-4 space-y-3">
        <Amount label="Bleibt an Ihnen hängen" value={left} strong />
        <Amount label="Zahlt der Versicherer" value={paid} />
      </dl>
      <div aria-hidden="true" className="mt-4 h-2.5 overflow-hidden rounded-full bg-saddle-300">
        <div className="h-full bg-green-700" style={{ width: `${(100 * share.paid) / bill.cents}%` }} />
      </div>
      <div className="mt-5 grow text-[0.95rem]">
        {reasons.length > 0 ? (
          <>
            <p className="font-semibold">Warum nicht alles bezahlt wird</p>
            <ul className="mt-2 list-disc space-y-2 pl-5 text-ink-soft">
              {reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ul>
          </>
        ) : (
          <p className="text-ink-soft">Die ganze Rechnung wird bezahlt.</p>
        )}
      </div>
      <Ways type={type} bill={bill} />
    </section>
  );
}

function Amount({ label, value, strong }: { label: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd
        className={`font-serif font-semibold lining-nums ${strong ? 'text-2xl text-green-900' : 'text-xl'}`}
      >
        {value}
      </dd>
    </div>
  );
}

function Ways({ type, bill }: { type: TariffType; bill: Bill }) {
  const source = use(SourceContext);
  const deductible = String(bill.deductibleCents / 100);
  const query = new URLSearchParams({ tariff: type, deductible, ...(source && { source }) });
  const named = <span className="sr-only">{`: ${tariffNames[type]}`}</span>;
  return (
    <>
      <a href={`${pages.calculator}?${query}`} className={`${buttonClass('secondary')} mt-5 w-full`}>
        Antrag beginnen{named}
      </a>
      <a
        href={`${pages.offer}?${query}`}
        className="mt-2 flex min-h-11 items-center justify-center text-center text-green-800 underline underline-offset-4"
      >
        Angebot per E-Mail{named}
      </a>
    </>
  );
}

const [, ...points] = method.trim().split(/\s*^- /m);

/** What was taken for granted. */
function Method() {
  return (
    <div className="mt-8 max-w-3xl">
      <h3 className="text-xl text-green-900">So rechnen wir</h3>
      <ul className="mt-3 list-disc space-y-2 pl-5 text-ink-soft">
        {points.map((point) => (
          <li key={point}>{lineOf(point, { ...tariffNames, jointLimit: formatWholeMoney(jointLimit) })}</li>
        ))}
      </ul>
      <p className="mt-4">{billNote}</p>
      <p className="mt-4">
        Und versichern wir Ihr Pferd?{' '}
        <SiteLink href={pages.precheck} className={linkClass}>
          {titles.precheck}
        </SiteLink>
      </p>
    </div>
  );
}
