/** Applications at the state that a test needs, each with the browser that made it. */
import { type SetKey, setKeys } from '#domain/steps/all';
import type { TestApp } from './app';
import { type Applicant, createVisitor, johanna, type Visitor } from './people';

/** Has these data sets: the first ones of the wizard, or those that are named. */
export async function begun(
  app: TestApp,
  sets: number | readonly SetKey[] = 2,
  person: Applicant = johanna,
): Promise<Visitor> {
  const visitor = createVisitor(app);
  const keys = typeof sets === 'number' ? setKeys.slice(0, sets) : sets;
  for (const key of keys) await visitor.save(key, person[key]);
  return visitor;
}

/** Has all data sets. */
export const filled = (app: TestApp, person: Applicant = johanna) => begun(app, setKeys, person);

/** Is submitted; its mails wait. @throws if that is refused */
export async function completed(app: TestApp, person: Applicant = johanna): Promise<Visitor> {
  const visitor = await filled(app, person);
  const { status } = await visitor.complete();
  if (status !== 200) throw new Error(`The application was not completed: ${status}`);
  return visitor;
}
