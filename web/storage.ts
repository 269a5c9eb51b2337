/** The browser's storage. It may be refused, by the settings of the visitor for one: then nothing is kept. */

/** `session` ends with the tab. */
type Area = 'local' | 'session';

/** Null if nothing is stored under this key, or the storage is refused. */
export function readStored(key: string, area: Area = 'local'): string | null {
  try {
    return storageOf(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or with null deletes it. Returns whether the browser allowed it. */
export function writeStored(key: string, value: string | null, area: Area = 'local'): boolean {
  try {
    if (value === null) storageOf(area).removeItem(key);
    else storageOf(area).setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Throws if it is refused; in some browsers it is null then. */
const storageOf = (area: Area): Storage => globalThis[`${area}Storage`];
