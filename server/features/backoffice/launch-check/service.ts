/** Gathers what the Startprüfung looks at. */
import type { LaunchCheck } from '#domain/backoffice/launch-check';
import { samplesAmong } from '#domain/documents/all';
import { unconfirmedWordings } from '#domain/law/wordings';
import { launchItems } from '#domain/operator/launch-items';
import type { Operator } from '#domain/operator/operator';
import type { Config } from '../../../config';
import type { GivenDocuments } from '../../../documents/given';

/** A part of the context, which a command without a server has too. */
type Needs = {
  operator: Operator;
  given: GivenDocuments;
  config: Pick<Config, 'smtpUrl'>;
  publicUrl: () => string;
};

/** Every item of the Startprüfung. */
export function checkLaunch({ operator, given, config, publicUrl }: Needs): LaunchCheck {
  const items = launchItems({
    operator,
    samples: samplesAmong(operator, (kind) => given.has(kind)),
    wordingsConfirmed: unconfirmedWordings(operator.legal.wordingsConfirmed).length === 0,
    smtp: config.smtpUrl !== undefined,
    publicUrl: publicUrl(),
    // there are none yet (docs/operations.md, "Go live")
    secondFactors: false,
  });
  return { ready: items.every(({ ok }) => ok), items };
}
