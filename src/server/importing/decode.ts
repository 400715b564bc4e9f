import { ImportFault } from './fault';

/**
 * The text of a UTF-8 stream, with or without byte order mark, piece by piece.
 * @throws ImportFault when there is nothing in it, and when it is no UTF-8 text
 */
export async function* decodeUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes === 0) refuseBinary(chunk);
    bytes += chunk.length;
    yield decode(decoder, chunk, bytes);
  }
  if (bytes === 0) throw new ImportFault('the file is empty');
  yield decode(decoder, undefined, bytes);
}

function decode(decoder: TextDecoder, chunk: Uint8Array | undefined, bytes: number): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new ImportFault(`the file is not UTF-8 text (within its first ${bytes} bytes); save it as UTF-8, not as GBK or another encoding`);
  }
}

function refuseBinary(start: Uint8Array): void {
  const [first, second] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) throw new ImportFault('the file is UTF-16 text; save it as UTF-8');
  if (first === 0x50 && second === 0x4b) throw new ImportFault('the file is a spreadsheet or an archive, not text; save the sheet as "CSV UTF-8"');
  if (start.subarray(0, 4096).includes(0)) throw new ImportFault('the file is binary, not text');
}
