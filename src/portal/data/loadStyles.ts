let loading: Promise<void> | undefined;

/**
 * Fetches the styles of the whole portal, once: a page has only those of what it shows itself. They come right behind the page's own, which
 * they repeat in the order of the cascade, and before those that came with a part: what is there already looks as before.
 * @throws when they cannot be had
 */
export async function loadStyles(): Promise<void> {
  const own = document.querySelector<HTMLElement>('style[data-whole]');
  if (!own) return;
  loading ??= addSheet(own, own.dataset['whole'] ?? '').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  await loading;
}

function addSheet(own: HTMLElement, address: string): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = address;
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`${address} cannot be had`));
    });
    own.after(link);
  });
}
