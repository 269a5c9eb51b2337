import BadgeEuro from 'lucide-react/icons/badge-euro';
import Plus from 'lucide-react/icons/plus';
import { type ReactNode, useState } from 'react';
import type { TariffVersion } from '#domain/tariffs/staff';
import { api, pages } from '#domain/urls';
import { request } from '../../api';
import { Button } from '../../ui/button';
import { Badge } from '../../ui/notices';
import { changing, useAction, useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { BackLink } from '../Page';
import { type Screen, useSearchState } from '../screen';
import { Empty } from '../table/frame';
import { Table } from '../table/Table';
import { columnsOf } from './columns';
import { Editor } from './Editor';
import { Preview } from './Preview';
import { ReleaseDialog } from './ReleaseDialog';
import { tariffsSearch, useStored } from './state';

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
  card: { title, note: 'Beiträge und Leistungen' },
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
      <Table label={title} columns={columnsOf(onRelease)} rows={versions} rowId={({ id }) => id} />
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
    success: ({ number }) => {
      return {
        title: 'Entwurf angelegt',
        description: `Version ${number} beginnt als Kopie der gültigen Tarife.`,
      };
    },
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
