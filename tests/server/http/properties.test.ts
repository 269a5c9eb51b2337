/** A tenth of the bodies of `tests/full/server/http/properties.test.ts`. */
// ASVS 1.2.4, 1.3.3, 2.1.1, 2.2.1, 2.2.2, 15.3.5, 15.3.6, 16.5.1
import { test } from 'bun:test';
import { proveBodies } from './properties-walk';

test('each of 1,000 bodies is accepted completely or refused with a message', () => proveBodies(1));
