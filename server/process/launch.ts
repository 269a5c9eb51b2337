import { isOpen } from '#domain/operator/launch-check';
import type { Context } from '../context';
import { checkLaunchOf } from '../features/backoffice/launch-check/service';
import { traceOf } from '../log';
import { OperatorError } from './failure';
import { waitFor } from './start';

/** @throws OperatorError if something is open, in production with `LAUNCH_CHECK=stop` */
export async function assertLaunchable(context: Context): Promise<void> {
  const { production, launchCheck } = context.config;
  if (!production || launchCheck !== 'stop') return;
  const open = await openKeys(context);
  if (open.length === 0) return;
  throw new OperatorError(
    `LAUNCH_CHECK must be warn while these items of the Startprüfung are open: ${open.join(', ')}`,
  );
}

/** Never rejects: visitors are served already. */
export async function warnAboutLaunch(context: Context): Promise<void> {
  try {
    const open = await openKeys(context);
    if (open.length > 0) context.log('warn', 'launch_check', { open: open.length, keys: open.join(', ') });
  } catch (error) {
    context.log('warn', 'launch_not_checked', traceOf(error));
  }
}

async function openKeys(context: Context): Promise<string[]> {
  const { items } = await waitFor(context.log, 'launch_check', () => checkLaunchOf(context));
  return items.filter(isOpen).map(({ key }) => key);
}
