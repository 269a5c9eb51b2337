/** Questions to name servers. Each ends after the given milliseconds; null: nobody answered it. */
import { Resolver } from 'node:dns/promises';

export type Dns = ReturnType<typeof createDns>;

/** @param servers `ip:port`; none: the system's */
export function createDns(servers: readonly string[]) {
  /** An empty list: there is no such record. */
  async function ask<T>(question: (resolver: Resolver) => Promise<T[]>, ms: number): Promise<T[] | null> {
    const resolver = new Resolver({ timeout: ms, tries: 1 });
    if (servers.length > 0) resolver.setServers(servers);
    // the resolver's own limit is one for each of its servers
    const end = Promise.withResolvers<null>();
    const timer = setTimeout(() => {
      end.resolve(null);
      resolver.cancel();
    }, ms);
    try {
      const answer = question(resolver).catch((error: unknown) => (isNegative(error) ? [] : null));
      return await Promise.race([answer, end.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  const hasAddress = async (domain: string, ms: number) => {
    const [v4, v6] = await Promise.all([
      ask((resolver) => resolver.resolve4(domain), ms),
      ask((resolver) => resolver.resolve6(domain), ms),
    ]);
    if (v4?.length || v6?.length) return true;
    return v4 && v6 ? false : null;
  };

  return {
    /** The parts of all records in their order: Bun 1.4.5 does not say which of them are one record. */
    async texts(name: string, ms: number): Promise<string[] | null> {
      const records = await ask((resolver) => resolver.resolveTxt(name), ms);
      return records?.flat() ?? null;
    },
    /** By its MX, or by its address if it has none (RFC 5321, section 5.1). A null MX takes no mail (RFC 7505). */
    async receivesMail(domain: string, ms: number): Promise<boolean | null> {
      const [servers, address] = await Promise.all([
        ask((resolver) => resolver.resolveMx(domain), ms),
        hasAddress(domain, ms),
      ]);
      if (!servers) return null;
      if (servers.length === 0) return address;
      return servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
    },
  };
}

function isNegative(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : '';
  return code === 'ENOTFOUND' || code === 'ENODATA';
}
