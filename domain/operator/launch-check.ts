/**
 * `key` is for logs and scripts, `label` says in German what is the case once it is done. `unknown`: nobody could say.
 * `hint`: it should be so, but is not. Both hold up nothing.
 */
export type LaunchItem = { key: string; label: string; ok: boolean; unknown?: true; hint?: true };
/** `ready`: no item is open. */
export type LaunchCheck = { ready: boolean; items: LaunchItem[] };

export function isOpen({ ok, hint }: LaunchItem): boolean {
  return !ok && !hint;
}

/** `1 Punkt offen`, `11 Punkte offen`. */
export function openItemsText(items: readonly LaunchItem[]): string {
  const open = items.filter(isOpen).length;
  return `${open} ${open === 1 ? 'Punkt' : 'Punkte'} offen`;
}
