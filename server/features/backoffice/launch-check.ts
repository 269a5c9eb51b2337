import type { Database, Reader } from '#db/client';
import { hasTable } from '#db/sealed-keys';
import { areAdministratorsProtected } from '#db/staff/second-factors';
import { samplesAmong } from '#domain/documents';
import { unconfirmedWordings } from '#domain/law/wordings';
import { isOpen, type LaunchCheck, launchItems } from '#domain/operator/launch-check';
import type { Operator } from '#domain/operator/operator';
import { api } from '#domain/urls';
import type { Config } from '../../config';
import type { Context } from '../../context';
import { createDns } from '../../dns';
import type { GivenDocuments } from '../../documents/given';
import { staffRoutes } from '../../http/access';
import { comesFromInside } from '../../http/client-address';
import { areOwnFolders } from '../../insurer/folder';
import { createMailRecords, type MailRecords } from '../../mails/domain';
import { senderDomainOf } from '../../operator/sender';

export function launchCheckRoutes(context: Context) {
  return staffRoutes(context, 'backoffice-launch-check').get(
    api.launchCheck,
    ({ request, server }) => checkLaunchOf(context, comesFromInside(request, server, context.config)),
    { role: 'admin' },
  );
}

/** A part of the context, which a command without a server has too. */
type Needs = {
  operator: Operator;
  given: GivenDocuments;
  config: Pick<Config, 'smtpUrl' | 'draftAccess' | 'dkim' | 'dataDir' | 'dnsServers' | 'exchangeDir'>;
  publicUrl: () => string;
  /** Left out: they are looked up. */
  mailRecords?: () => Promise<MailRecords>;
  secondFactors: boolean;
  /** Of the administrator who asks (`LaunchFacts`). */
  fromInside: boolean | null;
};

export async function checkLaunch(needs: Needs): Promise<LaunchCheck> {
  const { operator, given, config, publicUrl, secondFactors, fromInside } = needs;
  const dns = createDns(config.dnsServers);
  const { mailRecords = createMailRecords({ config, operator, dns, uptime: Date.now }) } = needs;
  const { selector } = config.dkim;
  const items = launchItems({
    operator,
    samples: samplesAmong(operator, (kind) => given.has(kind)),
    wordingsConfirmed: unconfirmedWordings(operator.legal.wordingsConfirmed).length === 0,
    mail: config.smtpUrl
      ? { domain: senderDomainOf(operator), selector, records: await mailRecords() }
      : null,
    publicUrl: publicUrl(),
    secondFactors,
    fromInside,
    draftsProtected: config.draftAccess === 'browser',
    exchange: config.exchangeDir === null ? null : areOwnFolders(config.exchangeDir),
  });
  return { ready: !items.some(isOpen), items };
}

export async function checkLaunchOf(
  context: Omit<Needs, 'secondFactors' | 'fromInside'> & { db: Database },
  fromInside: boolean | null = null,
): Promise<LaunchCheck> {
  const secondFactors = await areAdministratorsProtected(context.db.read);
  return await checkLaunch({ ...context, secondFactors, fromInside });
}

/** A command may look at a database of 0.2.0, which has no such table. */
export async function haveSecondFactors(reader: Reader): Promise<boolean> {
  return (await hasTable(reader, 'second_factors')) && (await areAdministratorsProtected(reader));
}
