/** A whole application with the mouse on a phone. */
import { setDefaultTimeout, test } from 'bun:test';
import { phone } from '#tests/support/browser';
import { setStage } from '#tests/support/stage';
import { applies } from './application-walk';

setDefaultTimeout(90_000);
const stage = setStage();

test('an owner applies with the mouse and gets the mail', async () => {
  await applies(stage, phone);
});
