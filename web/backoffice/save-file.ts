export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // later, because the browser must have begun to read the file
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function saveCsv(name: string, text: string) {
  saveFile(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));
}
