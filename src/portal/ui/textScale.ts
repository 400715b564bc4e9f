/** Returns how much larger than usual the letters of the page are, for those who asked for large ones. */
export const readTextScale = (): number => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;
