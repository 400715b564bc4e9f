/** Milliseconds that a browser may take to begin reading a file. */
const timeoutMs = 60_000;

/** Hands a file to the visitor, as a download under its name. */
export function saveFile({ content, name }: { content: Blob; name: string }): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), timeoutMs);
}
