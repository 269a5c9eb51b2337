import { join } from 'node:path';

/** The product's folder: above `server`, where it is written, and above `dist-server`, where it is bundled. */
export const root = join(import.meta.dir, '..');
