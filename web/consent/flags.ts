/** Flags in the local storage. A browser that refuses the storage has none. */

export function readFlag(key: string): boolean {
  try {
    return localStorage.getItem(key) === 'true';
  } catch {
    return false;
  }
}

/** Returns whether the browser allowed it. */
export function writeFlag(key: string, on: boolean): boolean {
  try {
    if (on) localStorage.setItem(key, 'true');
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}
