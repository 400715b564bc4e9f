/** What reads codes in pictures, where a browser has it: browsers on Android do, most others do not. */
interface BarcodeReader {
  detect: (source: HTMLVideoElement) => Promise<readonly { rawValue: string }[]>;
}

declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: readonly string[] }): BarcodeReader;
      getSupportedFormats: () => Promise<readonly string[]>;
    };
  }
}

/** Whether this browser can show what the camera sees and find codes in it. */
export const canRead = (): boolean => window.BarcodeDetector !== undefined && 'mediaDevices' in navigator;

/** Returns what finds QR codes; undefined where the browser cannot. */
export async function openReader(): Promise<BarcodeReader | undefined> {
  const { BarcodeDetector } = window;
  if (!BarcodeDetector || !(await BarcodeDetector.getSupportedFormats()).includes('qr_code')) return undefined;
  return new BarcodeDetector({ formats: ['qr_code'] });
}
