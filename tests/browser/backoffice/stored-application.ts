import { sourceHeader } from '#domain/application';
import { setKeys } from '#domain/steps/all';
import { api, href } from '#domain/urls';
import { tomorrow } from '#tests/support/journey';
import { johanna } from '#tests/support/people';
import { call } from '#tests/support/staff';

type Given = { horseName: string; sets: number; complete?: boolean; source?: string };

/** Stores an application with the first `sets` data sets of Johanna, open at the next step or completed; returns its id. */
export async function storeApplication(url: string, given: Given): Promise<string> {
  const { horseName, sets, complete, source = '' } = given;
  const id = crypto.randomUUID();
  const horse = { ...johanna['horse-data'], horseName, insuranceStartDate: tomorrow() };
  const data = { ...johanna, 'horse-data': horse };
  const headers = { [sourceHeader]: source };
  for (const key of setKeys.slice(0, sets))
    await call(url, 'POST', href(api.set(key), { id }), data[key], headers);
  if (complete) await call(url, 'PUT', href(api.complete, { id }), {});
  else await call(url, 'PUT', href(api.step, { id }), { step: sets + 1 });
  return id;
}
