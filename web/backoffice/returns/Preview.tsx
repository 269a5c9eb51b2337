import { type ReturnMeaning, returnMeaningKeys, returnMeanings } from '#domain/returns/returns';

type Props = {
  columns: readonly string[];
  rows: readonly (readonly string[])[];
  chosen: Record<ReturnMeaning, string>;
};

/** The first rows as they stand in the file; above each column what it was chosen for. */
export function Preview({ columns, rows, chosen }: Props) {
  const meaningsOf = (column: string) =>
    returnMeaningKeys
      .filter((meaning) => chosen[meaning] === column)
      .map((meaning) => returnMeanings[meaning]);
  return (
    <>
      <h3 id={headingId} className="mt-6 mb-2 text-lg text-green-900">
        So beginnt die Datei
      </h3>
      <section
        aria-labelledby={headingId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways by the arrow keys
        tabIndex={0}
        className="overflow-x-auto rounded-card border border-line bg-white"
      >
        <table aria-labelledby={headingId} className="min-w-full text-sm">
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

const headingId = 'dateianfang';
