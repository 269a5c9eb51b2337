/** Statements that wait at the same time travel to the server in one request. */
import type { Client, Transaction as DriverTransaction, ResultSet } from '@libsql/client';
import { nextTurn } from '../../turn';
import { DatabaseUnavailable, redact } from '../errors';
import type { Execute, Statement } from '../queries';

type Sent = { statement: Statement; resolve(result: ResultSet): void; reject(error: unknown): void };

/** More would make one response large, and later statements wait for it. */
const most = 128;

/** Sends the statements that the writes of a group ask in the same turn. A failed one fails those sent with it. */
export function tripsOf(transaction: DriverTransaction): Execute {
  return inTrips(1, async (take) => {
    await nextTurn();
    const sent = take();
    await settle(sent, transaction.batch(statementsOf(sent)));
  });
}

/** Sends queries one by one while few are under way, and the others together. A failed one does not harm the others. */
export function readTrips(client: Client, atOnce: number): Execute {
  return inTrips(atOnce, async (take) => {
    const sent = take();
    if (sent.length === 1) return await alone(client, sent);
    const results = client.batch(statementsOf(sent), 'read');
    // nobody knows which one failed
    const isOneWrong = await results.then(
      () => false,
      (error) => !(redact(error, 'a batch') instanceof DatabaseUnavailable),
    );
    await (isOneWrong ? alone(client, sent) : settle(sent, results));
  });
}

/** At most `atOnce` trips are under way. What is asked meanwhile travels with the next one. */
function inTrips(atOnce: number, travel: (take: () => Sent[]) => Promise<void>): Execute {
  const waiting: Sent[] = [];
  let underWay = 0;
  const run = async () => {
    underWay += 1;
    while (waiting.length > 0) await travel(() => waiting.splice(0, most));
    underWay -= 1;
  };
  return (statement) =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, resolve, reject });
      if (underWay < atOnce) void run();
    });
}

function statementsOf(sent: Sent[]): Statement[] {
  return sent.map(({ statement }) => statement);
}

async function alone(client: Client, sent: Sent[]): Promise<void> {
  await Promise.all(sent.map((one) => client.execute(one.statement).then(one.resolve, one.reject)));
}

/** Passes the results, or the common failure, to those who wait. Never rejects. */
async function settle(sent: Sent[], answer: Promise<ResultSet[]>): Promise<void> {
  try {
    const results = await answer;
    for (const [index, { resolve }] of sent.entries()) resolve(results[index] as ResultSet);
  } catch (error) {
    for (const { reject } of sent) reject(error);
  }
}
