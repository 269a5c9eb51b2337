export type { Database, DatabaseConfig, Reader } from './driver/database';
export { DatabaseLocked, DatabaseSilent, DatabaseUnavailable, QueryFailed } from './driver/errors';
export type { Transaction } from './driver/transaction';
