/** Questions to name servers. Each ends two seconds after the last server was asked; null: nobody answered. */
import { Resolver } from 'node:dns/promises';
import { codeOf } from './log';

export type Dns = ReturnType<typeof createDns>;

const perServerMs = 2_000;

/** @param servers `ip:port`; none: the system's */
export function createDns(servers: readonly string[]) {
  let resolver: Resolver | null = null;
  let underWay = 0;

  /** An empty list: there is no such record. */
  async function ask<T>(question: (resolver: Resolver) => Promise<T[]>): Promise<T[] | null> {
    // all questions at the same time share one: each has sockets of its own
    resolver ??= create(servers);
    underWay += 1;
    try {
      return await question(resolver);
    } catch (error) {
      return isNegative(error) ? [] : null;
    } finally {
      underWay -= 1;
      // the next one reads the system's settings anew, and has none of the old answers
      if (underWay === 0) resolver = null;
    }
  }

  const addresses = async (domain: string): Promise<string[] | null> => {
    const [v4, v6] = await Promise.all([
      ask((resolver) => resolver.resolve4(domain)),
      ask((resolver) => resolver.resolve6(domain)),
    ]);
    const found = [...(v4 ?? []), ...(v6 ?? [])];
    return found.length > 0 || (v4 && v6) ? found : null;
  };

  return {
    addresses,
    /** The parts of all records in their order: Bun 1.4.5 does not say which of them are one record. */
    async texts(name: string): Promise<string[] | null> {
      const records = await ask((resolver) => resolver.resolveTxt(name));
      return records?.flat() ?? null;
    },
    /** By its MX, or by its address if it has none (RFC 5321, section 5.1). A null MX takes no mail (RFC 7505). */
    async receivesMail(domain: string): Promise<boolean | null> {
      const [servers, address] = await Promise.all([
        ask((resolver) => resolver.resolveMx(domain)),
        addresses(domain),
      ]);
      if (!servers) return null;
      if (servers.length === 0) return address && address.length > 0;
      return servers.some(({ exchange }) => exchange !== '' && exchange !== '.');
    },
  };
}

/** Null if there is no answer by then. The question goes on. */
export async function within<T>(ms: number, answer: Promise<T>): Promise<T | null> {
  const end = Promise.withResolvers<null>();
  const timer = setTimeout(end.resolve, ms, null);
  return await Promise.race([answer, end.promise]).finally(() => clearTimeout(timer));
}

function create(servers: readonly string[]): Resolver {
  const resolver = new Resolver({ timeout: perServerMs, tries: 1 });
  if (servers.length > 0) resolver.setServers(servers);
  return resolver;
}

function isNegative(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error));
}
