/** The details of an application with its case, with a server whose replies the test defines. */
import type { Role } from '#domain/accounts/user';
import type { ApplicationDetails } from '#domain/applications/staff';
import { builtInTemplates } from '#domain/cases/messages';
import type { Case } from '#domain/cases/staff';
import type { ConfirmationPolicy } from '#domain/cases/statuses';
import { api, href } from '#domain/urls';
import type { setDocument } from '#tests/support/dom';
import { bare, whole } from '../../applications/details/details-case';
import { detailsCall, hands, type Reply, type Shown, sentTo, show } from '../../scripted-screen';
import { aCase, antje, lukas } from '../a-case';

export const id = aCase.applicationId;
export const patch = `PATCH ${href(api.case, { id })}`;
export const history = `GET ${href(api.caseHistory, { id })}`;
export const saved = (change: Partial<Case>): Reply => ({ body: { ...aCase, version: 4, ...change } });

/** Opens the details with this case; null: the application is open. */
export async function openCase(
  stage: ReturnType<typeof setDocument>,
  found: Case | null = aCase,
  replies: Record<string, Reply> = {},
  confirmationPolicy: ConfirmationPolicy = 'flag',
  role: Role = 'sachbearbeiter',
) {
  const { click, fill, toastIs } = hands(stage);
  const details: ApplicationDetails = { ...(found ? whole : bare), case: found, confirmationPolicy };
  const shown = await show(stage, `/backoffice/applications/${id}`, {
    role,
    replies: {
      [detailsCall(id)]: { body: details },
      [history]: { body: [] },
      [`GET ${api.staff}`]: { body: [antje, lukas] },
      [`GET ${href(api.caseTemplates, { id })}`]: { body: builtInTemplates },
      ...replies,
    },
  });
  await shown.screen.findByText('Antragsdetails');
  const field = (label: string) => shown.screen.getByLabelText(label);
  // also beside an open dialog, whose form has fields of the same names
  const press = async (name: string) => click(await shown.screen.findByRole('button', { name }));
  return {
    ...shown,
    field,
    value: (label: string) => Reflect.get(field(label), 'value') as string,
    enter: (label: string, value: string) => fill(field(label), value),
    press,
    /** Enters these values and saves. */
    change: async (values: Record<string, string>) => {
      for (const [label, value] of Object.entries(values)) await fill(field(label), value);
      await press('Speichern');
    },
    isSaved: () => toastIs({ title: 'Gespeichert' }),
    region: () => shown.screen.getByRole('region', { name: 'Vorgang' }),
  };
}

/** The bodies of the calls so far. */
export const sent = (shown: Pick<Shown, 'calls'>, call = patch) => sentTo(shown, call);
