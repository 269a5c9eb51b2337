import type { Reader } from '#db/client';
import { areAdministratorsProtected } from '#db/staff/second-factors';
import { samplesAmong } from '#domain/documents';
import { unconfirmedWordings } from '#domain/law/wordings';
import { isOpen, type LaunchCheck, launchItems } from '#domain/operator/launch-check';
import { api } from '#domain/urls';
import type { Config } from '../../config';
import type { Context } from '../../context';
import { createDns } from '../../dns';
import { untaggedAmong } from '../../documents/given';
import { staffRoutes } from '../../http/access';
import { comesFromInside } from '../../http/client-address';
import { areOwnFolders } from '../../insurer/folder';
import { createMailRecords } from '../../mails/domain';
import { senderDomainOf } from '../../operator/sender';

export function launchCheckRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-launch-check', 'admin').get(
    api.launchCheck,
    ({ request, server }) =>
      checkLaunch(context, context.db.read, comesFromInside(request, server, context.config)),
  );
}

/** A part of the context, which a command without a server has too. */
type Needs = Pick<Context, 'operator' | 'given' | 'publicUrl'> & {
  config: Pick<Config, 'smtpUrl' | 'draftAccess' | 'dkim' | 'dataDir' | 'dnsServers' | 'exchangeDir'>;
  /** Left out: they are looked up. */
  mailRecords?: Context['mailRecords'];
};

/** `reader`: null before the first start. `fromInside`: of the administrator who asks (`LaunchFacts`). */
export async function checkLaunch(needs: Needs, reader: Reader | null, fromInside: boolean | null = null) {
  const { operator, given, config, publicUrl } = needs;
  const dns = createDns(config.dnsServers);
  const { mailRecords = createMailRecords({ config, operator, dns, uptime: Date.now }) } = needs;
  const { selector } = config.dkim;
  const items = launchItems({
    operator,
    untagged: untaggedAmong(given).length > 0,
    samples: samplesAmong(operator, (kind) => given.has(kind)),
    wordingsConfirmed: unconfirmedWordings(operator.legal.wordingsConfirmed).length === 0,
    mail: config.smtpUrl
      ? { domain: senderDomainOf(operator), selector, records: await mailRecords() }
      : null,
    publicUrl: publicUrl(),
    secondFactors: reader !== null && (await areAdministratorsProtected(reader)),
    fromInside,
    draftsProtected: config.draftAccess === 'browser',
    exchange: config.exchangeDir === null ? null : areOwnFolders(config.exchangeDir),
  });
  return { ready: !items.some(isOpen), items } satisfies LaunchCheck;
}
