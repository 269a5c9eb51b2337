import { join } from 'node:path';

/** The product's folder. This file is one level below it, in `server` and bundled in `dist-server`. */
export const root = join(import.meta.dir, '..');
export const migrations = join(root, 'db/migrations');
