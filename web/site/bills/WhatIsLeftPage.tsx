import type { BillEntries } from '#domain/bills/form';
import type { Bill } from '#domain/bills/shares';
import type { FieldError } from '#domain/fields';
import { ColicScene } from '../../illustrations';
import { FormPage } from '../forms';
import { titles } from '../titles';
import { BillForm } from './BillForm';
import { Shares } from './Shares';

type Props = {
  /** As somebody typed and chose them. */
  entries: BillEntries;
  /** The bill is an example. */
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
      intro={
        <>
          <p className="mt-5 text-lg">
            Ihr Pferd wurde operiert, und die Rechnung ist da. Was zahlt der Versicherer, und was zahlen Sie?
          </p>
          <p className="mt-4 text-ink-soft">
            Geben Sie eine Rechnung ein, wie Sie sie befürchten. Wir fragen nicht nach Ihrem Namen und
            speichern nichts davon.
          </p>
        </>
      }
    >
      <BillForm entries={entries} errors={errors} />
      {bill ? <Shares bill={bill} isExample={isExample} /> : null}
    </FormPage>
  );
}
