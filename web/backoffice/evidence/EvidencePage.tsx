import { useParams } from '@tanstack/react-router';
import type { EvidenceEntry } from '#domain/law/evidence';
import { api, href, pages } from '#domain/urls';
import { Badge } from '../../ui/notices';
import { changing, useLoaded } from '../calls';
import { ListPage } from '../ListPage';
import { BackLink } from '../Page';
import type { Screen } from '../screen';
import { Empty } from '../table/frame';
import { countText, Entries } from './Entries';

/** What can be proven about an application, in order of time. Works for a deleted application too. */
function EvidencePage() {
  const { id = '' } = useParams({ strict: false });
  const query = useLoaded<EvidenceEntry[]>(href(api.evidence, { id }), changing);
  return (
    <ListPage
      title="Nachweise"
      before={<BackLink to={href(pages.backofficeApplication, { id })} label="Zurück zum Antrag" />}
      what="der Nachweise"
      query={query}
      note={(entries) => <Badge>{countText(entries)}</Badge>}
    >
      {(entries) =>
        entries.length === 0 ? (
          <Empty
            title="Noch keine Nachweise"
            note="Hier steht, was gezeigt, gesendet und erklärt wurde, mit dem Wortlaut von damals."
          />
        ) : (
          <Entries entries={entries} />
        )
      }
    </ListPage>
  );
}

export const screen: Screen = { path: pages.backofficeEvidence, component: EvidencePage };
