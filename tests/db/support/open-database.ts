// Opens the database file given as the first argument keeps it open, and prints the outcome.
import { openDatabase } from '#db/open';

const [file = '', userId] = process.argv.slice(2);
if (userId !== undefined) process.setuid?.(Number(userId));
try {
  await openDatabase({ url: `file:${file}` });
  console.log(`open ${process.pid}`);
  setInterval(() => {}, 1000);
} catch (error) {
  console.log(String(error));
}
