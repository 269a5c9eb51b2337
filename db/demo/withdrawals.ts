import { nationwide } from '#domain/calendar/working-days';
import { berlinDay } from '#domain/dates';
import type { WithdrawalMatch, WithdrawalOutcome } from '#domain/law/withdrawals';
import { hourMs } from '#domain/time';
import { withdrawCases } from '../cases/endings';
import { withdrawals } from '../schema/law';
import { emailOf, idOf, owners, staff } from './cast';
import { type Seeding, seedMails } from './mails';

type Given = {
  /** Index of the completed application that it is about; null: of none. */
  application: number | null;
  match: WithdrawalMatch;
  hoursAgo: number;
  /** Sent from another address than that of the application. */
  elsewhere?: true;
  outcome?: WithdrawalOutcome;
  note?: string;
};

const cast: readonly Given[] = [
  { application: 0, match: 'exact', hoursAgo: 3 },
  { application: 3, match: 'number', hoursAgo: 26, elsewhere: true },
  { application: 6, match: 'suggested', hoursAgo: 51 },
  { application: 9, match: 'exact', hoursAgo: 75, outcome: 'effective' },
  { application: null, match: 'none', hoursAgo: 98, outcome: 'unmatched', note: 'Telefonisch geklärt' },
];

export async function seedWithdrawals(seeding: Seeding, count: number): Promise<void> {
  for (const [index, given] of cast.entries()) {
    if ((given.application ?? 0) < count) await seedWithdrawal(seeding, index, given);
  }
}

async function seedWithdrawal(seeding: Seeding, index: number, given: Given) {
  const { application, match, hoursAgo, elsewhere, outcome = null, note = null } = given;
  const person = owners[(application ?? index) % owners.length];
  if (!person) throw new Error('The cast is empty.');
  const id = idOf('f', index);
  const applicationId = application === null ? null : idOf('a', application);
  const receivedAt = seeding.now - hoursAgo * hourMs;
  const added = await seeding.tx
    .insert(withdrawals)
    .values({
      id,
      receivedAt,
      name: elsewhere ? 'Stall am Lindenhof' : `${person.firstName} ${person.lastName}`,
      email: elsewhere ? 'stall.lindenhof@post.example' : emailOf(person),
      contract: match === 'exact' || match === 'number' ? applicationId : null,
      applicationId,
      match,
      outcome,
      note,
      closedAt: outcome === null ? null : receivedAt + 2 * hourMs,
      // nobody has a token whose hash this is
      contentHash: id,
      tokenHash: id,
    })
    .onConflictDoNothing()
    .returning({ id: withdrawals.id });
  if (added.length === 0) return;
  if (outcome === 'effective' && applicationId)
    await endCase(seeding, applicationId, receivedAt + 2 * hourMs);
  const about = { withdrawalId: id };
  await seedMails(seeding, 'withdrawal_received', { about, index, at: receivedAt });
  if (applicationId && match !== 'suggested')
    await seedMails(seeding, 'withdrawal_matched', {
      about: { ...about, applicationId },
      index,
      at: receivedAt,
    });
}

async function endCase({ tx }: Seeding, applicationId: string, at: number): Promise<void> {
  const actor = { id: idOf('a', 0), username: staff[0]?.username ?? '' };
  await withdrawCases({ tx, at, today: berlinDay(new Date(at)), calendar: nationwide, actor }, [
    applicationId,
  ]);
}
