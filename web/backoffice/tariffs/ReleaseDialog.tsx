import { useState } from 'react';
import { berlinDay, formatDay } from '#domain/dates';
import { formatMoney, formatMove, typeset } from '#domain/format';
import { deductibleLabel } from '#domain/tariffs/catalogue';
import type { TariffRelease, TariffVersion } from '#domain/tariffs/staff';
import { largestQuietMove, movesBetween, type PremiumMove, precedingVersion } from '#domain/tariffs/versions';
import { api, href } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { TitledDialog } from '../../ui/dialogs';
import { Alert } from '../../ui/notices';
import { sentenceOf, useAction } from '../calls';

type Props = { version: TariffVersion; versions: readonly TariffVersion[]; onClose: () => void };

/** Asks before a draft is released. Large moves are listed: the release confirms exactly those. */
export function ReleaseDialog({ version, versions, onClose }: Props) {
  const { id, number, validFrom } = version;
  const before = precedingVersion(versions, version);
  const known = before ? movesBetween(before.premiums, version.premiums).filter(({ large }) => large) : [];
  const [rows, setRows] = useState(known);
  const { run, busy } = useAction<TariffVersion, TariffRelease>({
    call: (body) => request('POST', href(api.releaseTariffs, { id }), body),
    success: ({ state }) => ({
      title: 'Tarife freigegeben',
      description: state === 'active' ? 'Sie gelten ab jetzt.' : `Sie gelten ab dem ${formatDay(validFrom)}.`,
    }),
    failure: (error) => ({
      title: 'Fehler',
      description: sentenceOf(error, 'Die Tarife konnten nicht freigegeben werden.'),
    }),
    after: (error) => {
      if (!error) return onClose();
      // compared with tariffs that were not here yet when this page was loaded
      const refused = error instanceof RequestFailed ? error.read('rows') : null;
      if (Array.isArray(refused)) setRows(refused);
    },
  });
  const past = validFrom < berlinDay(new Date());
  return (
    <TitledDialog
      open
      onClose={onClose}
      title={`Version ${number} freigeben?`}
      text={past ? <Past validFrom={validFrom} /> : <Effect validFrom={validFrom} rows={rows} />}
    >
      <div className="mt-8 flex flex-wrap justify-end gap-3">
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
        {past ? null : (
          <Button
            aria-disabled={busy}
            onClick={() => run({ version: version.version, confirm: rows.length > 0 })}
          >
            {busy ? 'Wird freigegeben...' : rows.length > 0 ? 'Bestätigen und freigeben' : 'Freigeben'}
          </Button>
        )}
      </div>
    </TitledDialog>
  );
}

function Past({ validFrom }: { validFrom: string }) {
  return (
    <Alert tone="danger" title={`Der ${formatDay(validFrom)} ist vorbei.`}>
      Bitte wählen Sie im Entwurf einen anderen Tag.
    </Alert>
  );
}

function Effect({ validFrom, rows }: { validFrom: string; rows: readonly PremiumMove[] }) {
  const start =
    validFrom === berlinDay(new Date())
      ? 'Sie gilt sofort.'
      : `Sie gilt ab dem ${formatDay(validFrom)}, 0:00\u00a0Uhr.`;
  return (
    <>
      <p>
        {`${start} Startseite, Rechner und offene Anträge zeigen dann diese Beiträge. Eingereichte Anträge behalten ihren.`}
      </p>
      {rows.length > 0 ? <LargeMoves rows={rows} /> : null}
    </>
  );
}

function LargeMoves({ rows }: { rows: readonly PremiumMove[] }) {
  return (
    <Alert tone="warning" title={`Mehr als ${largestQuietMove} % Unterschied. Stimmt das?`}>
      <ul className="mt-2 space-y-1">
        {rows.map(({ tariff, selfParticipation, old, percent, ...row }) => (
          <li key={`${tariff}-${selfParticipation}`} className="tabular-nums">
            {`${tariff}, ${typeset(deductibleLabel(selfParticipation))}: ${formatMoney(old)} → ${formatMoney(row.new)} (${formatMove(percent ?? 0)})`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
