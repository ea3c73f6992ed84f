/** Saves a text or a blob as a file of the browser's downloads. */
export function download(name: string, type: string, content: string | Blob) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started at this point.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
