/** By what the mails that a request causes are counted. */
import type { Config } from '../config';
import { networkHash } from '../keyed-hash';
import { clientNetwork, type Server } from './client-address';

/** The `networkHash` of the client that sent a request. */
export function callerNetwork(config: Config, request: Request, server: Server): string {
  return networkHash(config)(clientNetwork(request, server, config.trustProxy));
}
