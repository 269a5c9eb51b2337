/** Draws as production does, but each document for customers only once in a process: its pages depend on nothing else. */
import { applicationPdf } from '#server/documents/application-pdf';
import type { Draw } from '#server/documents/drawer';

const documents = new Map<string, ReturnType<Draw>>();

/** A copy of an application is always drawn: nearly every test has its own. */
export const drawOnce: Draw = async (drawing) => {
  if (!('document' in drawing)) return await applicationPdf(drawing);
  const recipe = JSON.stringify(drawing);
  const known = documents.get(recipe) ?? applicationPdf(drawing);
  documents.set(recipe, known);
  return (await known).slice();
};
