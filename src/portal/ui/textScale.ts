/** Returns how much larger than usual the letters of the page are, for those who asked for large ones. */
export const readTextScale = (): number => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16;

/** Returns the pixels that what is tapped has at least. */
export const readTargetSize = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--target')) || 44;
