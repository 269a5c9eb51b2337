import { columnsIn, resultsAfterMatch } from '#db/returns/files';
import { setMatches } from '#db/returns/matches';
import type { Actor } from '#domain/accounts/actors';
import { clashesIn } from '#domain/returns/lines';
import type { LineNote, MatchedLine, MatchedReturn, ReturnMapping } from '#domain/returns/returns';
import type { Context } from '../../../context';
import { perform } from '../../../deed';
import { contentOf } from './files';
import { type Facts, type Found, findApplications, judge, readFacts, readLines } from './reading';

/** Finds the cases of all lines and remembers their versions. Changes none. */
export async function matchReturn(
  context: Context,
  actor: Actor,
  id: string,
  mapping: ReturnMapping,
): Promise<MatchedReturn> {
  const reader = context.db.fresh;
  const file = await contentOf(reader, id);
  const found = await findApplications(reader, await readLines(context, file, mapping));
  const facts = await readFacts(reader, found);
  const clashes = clashesIn(found);
  const judged = found.map((one) => ({
    ...one,
    problem: one.problem ?? clashes.get(one.line) ?? judge(context, one, facts),
  }));
  const matches = judged.map(({ line, applicationId }) => ({
    ...{ line, applicationId, version: facts.states.get(applicationId ?? '')?.version ?? null },
  }));
  await perform(context, actor, async ({ tx, at, record }) => {
    const results = resultsAfterMatch(context.cipher, await contentOf(tx, id));
    const columns = columnsIn(context.cipher, file);
    await setMatches(tx, id, { columns, mapping, results, at }, matches);
    await record('return_matched', [id]);
  });
  return { rows: judged.map((one) => lineOf(one, facts)), notes: judged.map((one) => noteOf(one, facts)) };
}

function lineOf(
  { line, applicationId, match, to, policyNumber, problem }: Found,
  { states }: Facts,
): MatchedLine {
  const from = states.get(applicationId ?? '')?.status ?? null;
  return { line, applicationId, match, from, to, policyNumber, problem };
}

function noteOf({ line, applicationId, given, hint }: Found, { names }: Facts): LineNote {
  const name = names.get(applicationId ?? '');
  return {
    ...{ line, ...given, hint },
    contactName: name ? `${name.firstName} ${name.lastName}` : null,
    horseName: name?.horseName ?? null,
  };
}
