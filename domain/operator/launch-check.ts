/** `key` is for logs and scripts, `label` says in German what is the case once it is done. `unknown`: nobody could say, which holds up nothing. */
export type LaunchItem = { key: string; label: string; ok: boolean; unknown?: true };
/** `ready`: no item is open. */
export type LaunchCheck = { ready: boolean; items: LaunchItem[] };

/** `1 Punkt offen`, `11 Punkte offen`. */
export function openItemsText(items: readonly LaunchItem[]): string {
  const open = items.filter(({ ok }) => !ok).length;
  return `${open} ${open === 1 ? 'Punkt' : 'Punkte'} offen`;
}
