/** Saves a text as a file of the browser's downloads. */
export function download(name: string, type: string, text: string) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started at this point.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
