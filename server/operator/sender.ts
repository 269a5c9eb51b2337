import { domainToASCII } from 'node:url';
import type { Operator } from '#domain/operator/operator';
import type { Config } from '../config';
import { loadOperator } from './file';

type Settings = Pick<Config, 'mailFrom' | 'mailInternalTo'> & Partial<Pick<Config, 'analyticsScriptUrl'>>;

/** @throws OperatorError like `loadOperator` */
export function loadSender(config: Settings & Pick<Config, 'operatorDir'>): Operator {
  return withSettings(loadOperator(config.operatorDir), config);
}

/** What the environment says about mail, and whether something measures, comes before what the operator file says. */
export function withSettings(operator: Operator, settings: Settings): Operator {
  const { mailFrom, mailInternalTo, analyticsScriptUrl: script } = settings;
  const { from, internalTo } = operator.mail;
  const mail = { ...operator.mail, from: mailFrom ?? from, internalTo: mailInternalTo ?? internalTo };
  const unnamed = { provider: '', country: '', purpose: '' };
  const analytics = script ? (operator.analytics ?? { name: new URL(script).host, ...unnamed }) : null;
  return { ...operator, mail, analytics };
}

/** As name servers and signatures write it, and the `Message-ID` of our mails: a header has ASCII only. */
export function senderDomainOf({ mail: { from } }: Pick<Operator, 'mail'>): string {
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain.toLowerCase();
}
