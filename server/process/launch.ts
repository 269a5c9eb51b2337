/** The Startprüfung at a start. */
import type { Context } from '../context';
import { checkLaunchOf } from '../features/backoffice/launch-check/service';
import { OperatorError } from './failure';

/**
 * Returns a function that logs one line if something is open. Call it when the start has succeeded.
 *
 * @throws OperatorError if something is open, in production with `LAUNCH_CHECK=stop`
 */
export async function checkBeforeLaunch(context: Context): Promise<() => void> {
  const { config, log } = context;
  const { items } = await checkLaunchOf(context);
  const open = items.filter(({ ok }) => !ok).map(({ key }) => key);
  const keys = open.join(', ');
  if (open.length > 0 && config.production && config.launchCheck === 'stop') {
    throw new OperatorError(
      `LAUNCH_CHECK must be warn while these items of the Startprüfung are open: ${keys}`,
    );
  }
  return () => {
    if (open.length > 0) log('warn', 'launch_check', { open: open.length, keys });
  };
}
