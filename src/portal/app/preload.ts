const awaited: Record<string, Promise<unknown> | undefined> = {};

/**
 * Fetches a part of the portal with the files that it needs, side by side; it stands in the place of the bundler's own, which is four times as
 * long for older browsers. Sheets are there before the part is.
 * @param files their paths
 * @throws when one of them cannot be had; it is asked for again with the next who needs it
 * @internal
 */
export async function __vitePreload<T>(load: () => Promise<T>, files: readonly string[] = []): Promise<T> {
  await Promise.all(
    files.map((file) => (awaited[file] ??= fetchFile(`/${file}`, file.endsWith('.css')).finally(() => delete awaited[file]))),
  );
  return load();
}

async function fetchFile(href: string, isSheet: boolean): Promise<void> {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = isSheet ? 'stylesheet' : 'modulepreload';
  link.href = href;
  document.head.append(link);
  if (!isSheet) return;
  await new Promise((resolve, reject) => {
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`${href} cannot be had`));
    };
  });
}
