import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { counted } from '#domain/format';
import type { MatchedReturn, ReturnResult } from '#domain/returns/returns';
import { href, pages } from '#domain/urls';
import { Button, buttonClass, linkClass } from '../../ui/button';
import { takesFocus } from '../../ui/focus';
import { SkippedRows } from '../table/selection';
import { linesOf, nameOf } from './line-columns';

type Props = { matched: MatchedReturn; result: ReturnResult; onAgain: () => void };

export function Result({ matched, result: { changed, skipped }, onAgain }: Props) {
  const lines = useMemo(() => new Map(linesOf(matched).map((line) => [line.line, line])), [matched]);
  const rows = skipped.map(({ line, reason }) => {
    const found = lines.get(line);
    const name = found ? nameOf(found) : `Zeile ${line}`;
    const id = found?.applicationId;
    return {
      id: String(line),
      reason,
      name: id ? (
        <Link to={href(pages.backofficeApplication, { id })} className={`font-semibold ${linkClass}`}>
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      ),
    };
  });
  const left = matched.rows.length - changed - skipped.length;
  return (
    <section aria-labelledby={headingId} className="max-w-3xl space-y-5">
      <h2 id={headingId} ref={takesFocus} tabIndex={-1} className="text-2xl text-green-900 outline-none">
        {changed === 0
          ? 'Kein Vorgang wurde geändert'
          : `${counted(changed, 'Vorgang ist', 'Vorgänge sind')} geändert`}
      </h2>
      {left > 0 && (
        <p className="text-ink-soft">
          {`${counted(left, 'Zeile der Datei ist', 'Zeilen der Datei sind')} nicht übernommen.`}
        </p>
      )}
      <SkippedRows
        title={rows.length === 1 ? '1 Zeile wurde ausgelassen' : `${rows.length} Zeilen wurden ausgelassen`}
        rows={rows}
      />
      <div className="flex flex-wrap gap-3">
        <Link to={pages.backofficeCases} search={{ view: 'done' }} className={buttonClass('primary')}>
          Zu den Vorgängen
        </Link>
        <Button look="secondary" onClick={onAgain}>
          Datei noch einmal prüfen
        </Button>
      </div>
    </section>
  );
}

const headingId = 'ergebnis';
