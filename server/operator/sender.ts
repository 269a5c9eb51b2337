import { domainToASCII } from 'node:url';
import type { Operator } from '#domain/operator/operator';
import type { Config } from '../config';
import { loadOperator } from './file';

type Settings = Pick<Config, 'mailFrom' | 'mailInternalTo'>;

/** @throws OperatorError like `loadOperator` */
export function loadSender(config: Settings & Pick<Config, 'operatorDir'>): Operator {
  return withConfiguredMail(loadOperator(config.operatorDir), config);
}

/** What the environment says about mail comes before what the operator file says. */
export function withConfiguredMail(operator: Operator, { mailFrom, mailInternalTo }: Settings): Operator {
  const { from, internalTo } = operator.mail;
  const mail = { ...operator.mail, from: mailFrom ?? from, internalTo: mailInternalTo ?? internalTo };
  return { ...operator, mail };
}

/** As name servers and signatures write it, and the `Message-ID` of our mails: a header has ASCII only. */
export function senderDomainOf({ mail: { from } }: Pick<Operator, 'mail'>): string {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain.toLowerCase();
}
