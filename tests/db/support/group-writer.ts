// Writes notes into the file given as the first argument, twenty at a time, and prints the id of each stored note.
import { openDatabase } from '#db/open';
import { addNote } from './notes';

const [file = ''] = process.argv.slice(2);
const db = await openDatabase({ url: `file:${file}` });
const worker = async () => {
  for (;;) {
    const id = crypto.randomUUID();
    await db.write((tx) => addNote(tx, id));
    process.stdout.write(`${id}\n`);
  }
};
await Promise.all(Array.from({ length: 20 }, worker));
