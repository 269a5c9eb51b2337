import { type Checked, check } from '#domain/fields';
import {
  type MatchedReturn,
  type OpenedReturn,
  type ReturnMapping,
  type ReturnMeaning,
  returnMapping,
  returnMeaningKeys,
  returnMeanings,
} from '#domain/insurer/answers';
import { guessMapping } from '#domain/insurer/cells';
import { api, href } from '#domain/urls';
import { patiently, request } from '../../api';
import { SelectField } from '../../ui/fields';
import { takesFocus } from '../../ui/focus';
import { fieldErrorsOf } from '../calls';
import { SubmitButton, useForm } from '../form/form';

type Props = {
  file: OpenedReturn;
  /** As it was chosen before; missing when the file has just been opened. */
  mapping: ReturnMapping | undefined;
  onMatched: (mapping: ReturnMapping, matched: MatchedReturn) => void;
};

type Chosen = Record<ReturnMeaning, string>;

export function MapColumns({ file, mapping, onMatched }: Props) {
  const { id, columns, rows } = file;
  const form = useForm({
    initial: chosenOf(file, mapping),
    check: checkChosen,
    call: (given) =>
      request<MatchedReturn>('POST', href(api.matchReturn, { id }), { mapping: given }, patiently),
    failure: 'Die Zeilen konnten nicht geprüft werden.',
    isReading: true,
    fieldErrors: (error) =>
      fieldErrorsOf(error).map(({ path, message }) => ({ path: path.replace(/^mapping\./, ''), message })),
    after: (_, given, matched) => matched && onMatched(given, matched),
  });
  const options = columns.map((column) => ({ value: column, label: column }));
  return (
    <section aria-labelledby={headingId}>
      <h2
        id={headingId}
        ref={mapping ? takesFocus : undefined}
        tabIndex={-1}
        className="mb-2 text-2xl text-green-900 outline-none"
      >
        Spalten zuordnen
      </h2>
      <p className="mb-4 max-w-3xl text-ink-soft">
        Was steht in welcher Spalte? Das Backoffice merkt sich die Zuordnung für die nächste Datei mit
        denselben Spalten.
      </p>
      <form ref={form.ref} noValidate onSubmit={form.onSubmit}>
        <div className="grid gap-4 rounded-card border border-line bg-white p-4 shadow-card sm:grid-cols-2 sm:p-6 xl:grid-cols-3">
          {returnMeaningKeys.map((meaning) => (
            <SelectField
              key={meaning}
              label={returnMeanings[meaning]}
              aria-required={meaning === 'reference' ? true : undefined}
              placeholder={meaning === 'reference' ? 'Bitte wählen' : undefined}
              options={
                meaning === 'reference' ? options : [{ value: '', label: 'Nicht in der Datei' }, ...options]
              }
              {...form.control(meaning)}
            />
          ))}
        </div>
        <Preview columns={columns} rows={rows} chosen={form.typed} />
        <SubmitButton busy={form.busy} busyLabel="Zeilen werden geprüft..." className="mt-6">
          Weiter zur Prüfung
        </SubmitButton>
      </form>
    </section>
  );
}

const headingId = 'spalten-zuordnen';

function chosenOf({ columns, rows, mapping }: OpenedReturn, before: ReturnMapping | undefined): Chosen {
  const known: Partial<ReturnMapping> = before ?? mapping ?? guessMapping(columns, rows);
  const entries = returnMeaningKeys.map((meaning) => [meaning, known[meaning] ?? '']);
  return Object.fromEntries(entries);
}

/** A file that says neither of the two changes nothing. */
const telling = 'Bitte wählen Sie den Stand oder die Versicherungsscheinnummer.';

function checkChosen(chosen: Chosen): Checked<ReturnMapping> {
  const given = Object.fromEntries(Object.entries(chosen).filter(([, column]) => column !== ''));
  const checked = check(returnMapping, given);
  if (!checked.ok || given.status || given.policyNumber) return checked;
  return { ok: false, errors: [{ path: 'status', message: telling }] };
}

function Preview({ columns, rows, chosen }: Pick<OpenedReturn, 'columns' | 'rows'> & { chosen: Chosen }) {
  const meaningsOf = (column: string) =>
    returnMeaningKeys
      .filter((meaning) => chosen[meaning] === column)
      .map((meaning) => returnMeanings[meaning]);
  return (
    <>
      <h3 id={previewId} className="mt-6 mb-2 text-lg text-green-900">
        So beginnt die Datei
      </h3>
      <section
        aria-labelledby={previewId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by the arrow keys
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-white"
      >
        <table aria-labelledby={previewId} className="min-w-full text-sm">
          <thead className="bg-paper-deep text-left align-bottom">
            <tr>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="max-w-60 min-w-24 px-3 py-2 font-semibold wrap-break-word"
                >
                  {meaningsOf(column).map((meaning) => (
                    <span key={meaning} className="mb-1 block text-xs text-green-800">
                      {meaning}
                    </span>
                  ))}
                  <span>{column}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, at) => (
              <tr key={at} className="border-t border-line">
                {columns.map((column, place) => (
                  <td key={column} className="max-w-60 truncate px-3 py-1.5" title={cells[place]}>
                    {cells[place]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

const previewId = 'dateianfang';
