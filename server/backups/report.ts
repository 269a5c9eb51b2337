import type { Cell } from '#db/texts';
import { keysOf } from '#domain/keys';
import type { Replay } from './prepare';

const words = {
  application: ['application', 'applications'],
  preparation: ['prepared application', 'prepared applications'],
  offer: ['offer', 'offers'],
  callback: ['callback request', 'callback requests'],
  user: ['account', 'accounts'],
  contact: ['contact of an application', 'contacts of applications'],
  policyholder: ['policyholder of an application', 'policyholders of applications'],
  note: ['note', 'notes'],
  restriction: ['restriction of processing', 'restrictions of processing'],
  objection: ['objection to reminders', 'objections to reminders'],
  noCalls: ['objection to calls', 'objections to calls'],
} as const;
type Word = keyof typeof words;

export function sentencesOf(replay: Replay): string[] {
  if (replay.kind !== 'replayed')
    return [`Erasures since the backup were not replayed: ${reasons[replay.kind]}.`];
  const { erasures, replayed } = replay;
  const { application, offer, callback, user } = erasures;
  const missing = listOf({
    application: application.missing,
    offer: offer.missing,
    callback: callback.missing,
    user: user.missing,
  });
  return [
    `Replayed since the backup: ${listOf(replayed) || 'nothing'}.`,
    ...(replayed.administrators > 0
      ? ['Not replayed: the deletion of an account that is the only administrator of the backup.']
      : []),
    ...(missing
      ? [`Not replayed: ${missing} that the replaced database no longer had and its audit log does not name.`]
      : []),
    ...(erasures.isLogCut ? ['Not replayed: what its audit log no longer reaches back to.'] : []),
    ...(erasures.isDamaged ? ['Not replayed: what could not be read, because it is damaged.'] : []),
  ];
}

const reasons = {
  declined: '--no-replay',
  nothing: 'there was no database to read them from',
  unreadable: 'the replaced database cannot be read',
};

function listOf(counts: Partial<Record<Word, number>>): string {
  return keysOf(words)
    .flatMap((word) => {
      const count = counts[word] ?? 0;
      return count > 0 ? [`${count} ${words[word][count === 1 ? 0 : 1]}`] : [];
    })
    .join(', ');
}

export function placesOf(cells: readonly Cell[]): string {
  const first = cells.slice(0, 5).map(({ table, column, id }) => `${table}.${column} in row ${id}`);
  const more = cells.length > first.length ? ', …' : '';
  return `${cells.length} damaged texts, ${first.join(', ')}${more}`;
}
