import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseEvent } from '#domain/cases/staff';
import { phoneHref } from '#domain/links';
import { api, href } from '#domain/urls';
import { Button, linkClass } from '../../../ui/button';
import { changing, loadFailure, queryOf } from '../../calls';
import { LoadFailed } from '../../Page';
import { Entries, type EntriesProps } from './Entries';
import { NoteDialog, useBegunNote } from './NoteDialog';

type Props = Omit<EntriesProps, 'events'> & { phone: string };

export function History({ id, user, phone }: Props) {
  const [noting, setNoting] = useState(false);
  const begun = useBegunNote(id) && !noting;
  const query = useQuery({
    ...queryOf<CaseEvent[]>(href(api.caseHistory, { id })),
    ...changing,
    // until it is known what became of a message
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 10_000 : false),
  });
  const { data, error, refetch } = query;
  return (
    <div className="flex flex-col lg:absolute lg:inset-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-6">
        <h3 id="verlauf" className="text-lg text-green-900">
          Verlauf
        </h3>
        <span className="flex items-center gap-4">
          <Call phone={phone} />
          <Button look="secondary" size="small" onClick={() => setNoting(true)}>
            Notiz hinzufügen
          </Button>
        </span>
        <p role="status" className="w-full text-sm font-semibold text-saddle-800 empty:sr-only">
          {begun ? 'Ihre angefangene Notiz ist noch nicht gespeichert.' : null}
        </p>
      </div>
      <section
        aria-labelledby="verlauf"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        tabIndex={0}
        className="min-h-0 grow px-4 pb-4 sm:px-6 lg:overflow-y-auto lg:rounded-br-card focus-visible:-outline-offset-3"
      >
        {error ? (
          <div className="mb-3">
            <LoadFailed onRetry={() => void refetch()}>{loadFailure('des Verlaufs', error)}</LoadFailed>
          </div>
        ) : null}
        {data ? <Entries id={id} events={data} user={user} /> : null}
        {data || error ? null : <Loading />}
      </section>
      <NoteDialog id={id} open={noting} onClose={() => setNoting(false)} />
    </div>
  );
}

/** One key from the note about the call. The tab "Kontakt" shows the number, too. */
function Call({ phone }: { phone: string }) {
  const to = phoneHref(phone);
  return to ? (
    <a href={to} title={phone} className={`font-semibold ${linkClass}`}>
      Anrufen
    </a>
  ) : null;
}

function isUnderWay({ message }: CaseEvent): boolean {
  return message?.delivery === 'pending';
}

function Loading() {
  return (
    <div role="status">
      <p className="sr-only">Verlauf wird geladen...</p>
      <div aria-hidden="true" className="animate-pulse space-y-4">
        {['w-3/4', 'w-2/3', 'w-4/5'].map((width) => (
          <div key={width} className={`h-4 rounded-full bg-paper-deep ${width}`} />
        ))}
      </div>
    </div>
  );
}
