import { precheckNote } from '#domain/law/wordings';
import type { PrecheckEntries } from '#domain/precheck/precheck';
import { ClinicScene } from '../../illustrations';
import { FormPage, formCard, type Refused } from '../forms';
import { titles } from '../titles';
import { PrecheckForm } from './PrecheckForm';

type Props = {
  entries: PrecheckEntries;
  today: string;
  refused?: Refused;
};

/** Six questions before one applies: a plain HTML form that needs no script and asks for no name. */
export function PrecheckPage(props: Props) {
  return (
    <FormPage
      title={titles.precheck}
      picture={<ClinicScene className="mt-8 hidden w-full rounded-card lg:block" />}
      intro={
        <>
          <p className="mt-5 text-lg">
            Sechs kurze Fragen, dann wissen Sie, ob Ihr Pferd die Voraussetzungen der Versicherung erfüllt.
            Mit sechsmal „Nein“ passt es.
          </p>
          <p className="mt-4 text-ink-soft">{precheckNote}</p>
        </>
      }
    >
      <PrecheckForm {...props} className={formCard} />
    </FormPage>
  );
}
