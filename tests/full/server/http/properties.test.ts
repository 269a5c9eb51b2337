import { test } from 'bun:test';
import { proveBodies } from '#tests/server/http/properties-walk';

test(
  'each of 10,000 bodies is accepted completely or refused with a message',
  () => proveBodies(10),
  300_000,
);
