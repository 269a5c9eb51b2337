import BadgeEuro from 'lucide-react/icons/badge-euro';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import { berlinDay, formatDay } from '#domain/dates';
import { formatMoney, formatMove, typeset } from '#domain/format';
import { deductibleLabel } from '#domain/tariffs/catalogue';
import type { TariffRelease, TariffVersion } from '#domain/tariffs/staff';
import {
  largestQuietMove,
  movesBetween,
  type PremiumMove,
  precedingVersion,
  type TariffState,
  tariffStates,
} from '#domain/tariffs/versions';
import { api, href, pages } from '#domain/urls';
import { RequestFailed, request } from '../../api';
import { Button } from '../../ui/button';
import { TitledDialog } from '../../ui/dialogs';
import { Alert, Badge, type BadgeTone } from '../../ui/notices';
import { changing, useAction, useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { BackLink } from '../Page';
import { type Screen, useSearchState } from '../screen';
import { Moment, Text } from '../table/cells';
import { Empty } from '../table/frame';
import { acts, type Column, column, Table } from '../table/Table';
import { Editor, tariffsSearch, useStored } from './Editor';
import { nameId, type OnRelease, Preview, RowActions } from './Preview';

const title = 'Tarife';

function TariffsPage() {
  const [{ edit, preview }] = useSearchState(tariffsSearch);
  // at midnight the server changes the answer by itself
  const query = useLoaded<TariffVersion[]>(api.tariffVersions, changing);
  const [released, setReleased] = useState<TariffVersion | null>(null);
  const single = edit ?? preview;
  return (
    <>
      <ListPage
        // another screen to its user: the focus goes to its title, and a draft is read as it is stored now
        key={edit ? `edit ${edit}` : preview}
        title={edit ? 'Entwurf bearbeiten' : preview ? 'Vorschau der Tarife' : title}
        before={single ? <BackLink to={pages.backofficeTariffs} label="Zurück zu den Tarifen" /> : null}
        what="der Tarife"
        query={query}
        note={(versions) => <Note version={versions.find(({ id }) => id === single)} />}
        actions={(refresh) => (single ? null : <Actions refresh={refresh} />)}
        forbidden="Tarife verwalten nur Administratoren."
      >
        {(versions) =>
          single ? (
            <Single id={single} edit={edit !== undefined} versions={versions} onRelease={setReleased} />
          ) : (
            <Versions versions={versions} onRelease={setReleased} />
          )
        }
      </ListPage>
      {released && query.data ? (
        <ReleaseDialog
          key={`${released.id}-${released.version}`}
          version={released}
          versions={query.data}
          onClose={() => setReleased(null)}
        />
      ) : null}
    </>
  );
}

export const screen: Screen = {
  path: pages.backofficeTariffs,
  title,
  icon: BadgeEuro,
  role: 'admin',
  search: tariffsSearch,
  component: TariffsPage,
};

type ListProps = { versions: readonly TariffVersion[]; onRelease: (version: TariffVersion) => void };

function Versions({ versions, onRelease }: ListProps) {
  return (
    <>
      <p className="mb-5 max-w-3xl text-ink-soft">
        Was gilt, ändern Sie mit einem Entwurf: Er beginnt als Kopie der gültigen Tarife. Nach der Freigabe
        gilt er ab 0:00&nbsp;Uhr seines Tages. Eingereichte Anträge behalten ihren Beitrag.
      </p>
      <Table label={title} columns={columnsOf(onRelease)} rows={versions} />
    </>
  );
}

/** One version. What it was when it was opened stays, so that an entry survives if somebody else deletes the draft. */
function Single({ id, edit, versions, onRelease }: ListProps & { id: string; edit: boolean }) {
  const found = versions.find((one) => one.id === id);
  const [opened] = useState(found);
  const version = edit ? opened : found;
  if (!version) return <Empty title="Diese Tarife gibt es nicht mehr" />;
  if (!edit) return <Preview version={version} versions={versions} onRelease={onRelease} />;
  return <Editor version={version} versions={versions} />;
}

function Note({ version }: { version: TariffVersion | undefined }) {
  return version ? <Badge>{`Version ${version.number}`}</Badge> : null;
}

function Actions({ refresh }: { refresh: ReactNode }) {
  const [, change] = useSearchState(tariffsSearch);
  const store = useStored();
  const { run, busy } = useAction({
    call: async () => {
      const draft = store(await request<TariffVersion>('POST', api.tariffVersions, {}));
      change({ edit: draft.id });
      return draft;
    },
    success: ({ number }) => ({
      title: 'Entwurf angelegt',
      description: `Version ${number} beginnt als Kopie der gültigen Tarife.`,
    }),
    failure: 'Der Entwurf konnte nicht angelegt werden.',
  });
  return (
    <>
      {refresh}
      <Button size="small" aria-disabled={busy} onClick={() => run()}>
        <Plus aria-hidden="true" className="size-4" />
        <span>{busy ? 'Wird angelegt...' : 'Entwurf anlegen'}</span>
      </Button>
    </>
  );
}

type ReleaseProps = { version: TariffVersion; versions: readonly TariffVersion[]; onClose: () => void };

/** Asks before a draft is released. Large moves are listed: the release confirms exactly those. */
function ReleaseDialog({ version, versions, onClose }: ReleaseProps) {
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
    failure: 'Die Tarife konnten nicht freigegeben werden.',
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
      text={<Effect validFrom={validFrom} rows={rows} />}
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

function Effect({ validFrom, rows }: { validFrom: string; rows: readonly PremiumMove[] }) {
  const [today, day] = [berlinDay(new Date()), formatDay(validFrom)];
  if (validFrom < today) {
    return (
      <Alert tone="danger" title={`Der ${day} ist vorbei.`}>
        Bitte wählen Sie im Entwurf einen anderen Tag.
      </Alert>
    );
  }
  const start = validFrom === today ? 'Sie gilt sofort.' : `Sie gilt ab dem ${day}, 0:00\u00a0Uhr.`;
  return (
    <>
      <p>
        {`${start} Startseite, Rechner und offene Anträge zeigen dann diese Beiträge. Eingereichte Anträge behalten ihren.`}
      </p>
      {rows.length > 0 ? (
        <Alert tone="warning" title={`Mehr als ${largestQuietMove} % Unterschied. Stimmt das?`}>
          <ul className="mt-2 space-y-1">
            {rows.map(({ tariff, selfParticipation, old, percent, ...row }) => (
              <li key={`${tariff}-${selfParticipation}`} className="tabular-nums">
                {`${tariff}, ${typeset(deductibleLabel(selfParticipation))}: ${formatMoney(old)} → ${formatMoney(row.new)} (${formatMove(percent ?? 0)})`}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  );
}

const tones: Record<TariffState, BadgeTone> = {
  draft: 'neutral',
  released: 'waiting',
  active: 'positive',
  past: 'neutral',
};

function columnsOf(onRelease: OnRelease): Column<TariffVersion>[] {
  return [
    {
      header: 'Version',
      cell: ({ id, number }) => (
        <span id={nameId(id)} className="font-semibold whitespace-nowrap">{`Version ${number}`}</span>
      ),
    },
    column('Stand', ({ state }) => <Badge tone={tones[state]}>{tariffStates[state]}</Badge>),
    {
      header: 'Gültig ab',
      cell: ({ validFrom }) => (
        <time dateTime={validFrom} className="tabular-nums">
          {formatDay(validFrom)}
        </time>
      ),
    },
    column('Angelegt von', ({ createdBy }) => <Text>{createdBy}</Text>),
    column('Angelegt am', ({ createdAt }) => <Moment iso={createdAt} />),
    column('Freigegeben von', ({ releasedBy }) => <Text>{releasedBy}</Text>),
    acts((version) => <RowActions version={version} onRelease={onRelease} />, 'xl:w-px'),
  ];
}
