// Opens the database file given as the first argument and keeps it; says on stdout what became of it.
import { openDatabase } from '#db/client';

const [file = '', userId] = process.argv.slice(2);
if (userId !== undefined) process.setuid?.(Number(userId));
try {
  await openDatabase({ url: `file:${file}` });
  console.log(`open ${process.pid}`);
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(String(error));
}
