/**
 * Draws as production does, but only once in a process what nearly no test looks at: each document for customers, whose
 * pages depend on nothing else, and the copy of an application. A test that reads a copy passes `draw`.
 */
import { createDrawer, type Draw } from '#server/documents/drawer';

/** Ten minutes: a test that starts the worker again waits for it as long as for ten drawings. */
const idleMs = 600_000;
const known = new Map<string, ReturnType<Draw>>();

export const draw = createDrawer(new URL('../../server/documents/worker.ts', import.meta.url), { idleMs });

export const drawOnce: Draw = async (drawing, place) => {
  if ('offer' in drawing || 'receipt' in drawing) return await draw(drawing, place);
  const recipe = 'document' in drawing ? JSON.stringify(drawing) : 'a copy';
  const drawn = known.get(recipe) ?? draw(drawing, place);
  known.set(recipe, drawn);
  return (await drawn).slice();
};

/** For tests that look at no document at all. */
export const drawNothing: Draw = async () => new Uint8Array();
