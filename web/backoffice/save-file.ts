/** Has the browser save a file that a script holds, as if it had been downloaded. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the browser has to have begun reading
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
