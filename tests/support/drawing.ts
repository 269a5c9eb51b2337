/** Draws as production does, but each document for customers only once in a process: its pages depend on nothing else. */
import { createDrawer, type Draw } from '#server/documents/drawer';

/** Ten minutes: a test that starts the worker again waits for it as long as for ten drawings. */
const idleMs = 600_000;
const draw = createDrawer(new URL('../../server/documents/worker.ts', import.meta.url), { idleMs });
const documents = new Map<string, ReturnType<Draw>>();

/** A copy of an application is always drawn: nearly every test has its own. */
export const drawOnce: Draw = async (drawing, place) => {
  if (!('document' in drawing)) return await draw(drawing, place);
  const recipe = JSON.stringify(drawing);
  const known = documents.get(recipe) ?? draw(drawing, place);
  documents.set(recipe, known);
  return (await known).slice();
};
