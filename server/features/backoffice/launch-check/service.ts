/** Gathers what the Startprüfung looks at. */
import type { Reader } from '#db/client';
import { readSampleKinds } from '#db/launch-check';
import type { LaunchCheck } from '#domain/backoffice/launch-check';
import { launchItems } from '#domain/launch-items';
import type { Operator } from '#domain/operator';
import { unconfirmedWordings } from '#domain/wordings';
import type { Config } from '../../../config';

/** A part of the context, which a command without a server has too. */
type Needs = {
  operator: Operator;
  config: Pick<Config, 'smtpUrl'>;
  db: { read: Reader };
  publicUrl: () => string;
};

/** Every item of the Startprüfung, with the documents as the last start stored them. */
export async function checkLaunch({ operator, config, db, publicUrl }: Needs): Promise<LaunchCheck> {
  const items = launchItems({
    operator,
    samples: await readSampleKinds(db.read),
    wordingsConfirmed: unconfirmedWordings(operator.legal.wordingsConfirmed).length === 0,
    smtp: config.smtpUrl !== undefined,
    publicUrl: publicUrl(),
    // there are none yet (docs/operations.md, "Go live")
    secondFactors: false,
  });
  return { ready: items.every(({ ok }) => ok), items };
}
