import { formatInstant } from '#domain/format';

/** Day and time; in a table one below the other, to keep the column narrow. */
export function Moment({ iso }: { iso: string }) {
  const [day, time] = formatInstant(iso).split(', ');
  return (
    <time dateTime={iso} className="whitespace-nowrap tabular-nums">
      <span>{day}</span>
      <span className="xl:hidden">, </span>
      <span className="text-ink-soft xl:block xl:text-sm">{time}</span>
    </time>
  );
}
