type Props = {
  label: string;
  head: readonly string[];
  rows: readonly { key: string; name: string; cells: readonly string[] }[];
};

export function NumberTable({ label, head, rows }: Props) {
  const [first, ...headings] = head;
  return (
    <table aria-label={label} className="w-full self-start text-sm tabular-nums max-sm:block print:text-xs">
      <thead className="text-ink-soft max-sm:hidden">
        <tr className="border-b border-line">
          <th scope="col" className="w-1/3 py-1.5 pr-3 text-left align-bottom font-semibold">
            {first}
          </th>
          {headings.map((heading) => (
            <th key={heading} scope="col" className="py-1.5 pl-3 text-right align-bottom font-semibold">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {rows.map(({ key, name, cells }) => (
          <tr
            key={key}
            className="border-b border-line last:border-b-0 max-sm:grid max-sm:grid-cols-3 max-sm:gap-y-1 max-sm:py-2"
          >
            <th
              scope="row"
              className="py-1.5 pr-3 text-left font-semibold wrap-anywhere max-sm:col-span-3 max-sm:py-0 sm:font-normal"
            >
              {name}
            </th>
            {cells.map((cell, at) => (
              <td
                key={headings[at]}
                data-label={headings[at]}
                className="max-sm:flex max-sm:flex-col max-sm:justify-between before:block before:text-xs before:text-ink-soft before:content-[attr(data-label)] sm:py-1.5 sm:pl-3 sm:text-right sm:before:content-none"
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
