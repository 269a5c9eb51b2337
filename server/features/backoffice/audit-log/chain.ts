import { checkAuditLog } from '#db/audit/check';
import { readAuditKey } from '#db/sealed-keys';
import type { AuditChain } from '#domain/audit/actions';
import type { Context } from '../../../context';

/** A result is used again for so many times as long as it took. */
const reuse = 10;

export function createChainCheck({ db, cipher }: Pick<Context, 'db' | 'cipher'>): () => Promise<AuditChain> {
  let current: Promise<AuditChain> | null = null;
  let until = 0;

  async function check(): Promise<AuditChain> {
    const began = performance.now();
    try {
      const { whole, firstBroken } = await checkAuditLog(db, await readAuditKey(db.read, cipher));
      until = performance.now() + reuse * (performance.now() - began);
      return { whole, firstBroken };
    } catch (error) {
      current = null;
      throw error;
    }
  }

  return () => {
    if (!current || performance.now() > until) {
      // calls that come meanwhile wait for the same result
      until = Number.POSITIVE_INFINITY;
      current = check();
    }
    return current;
  };
}
