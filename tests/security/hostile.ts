/** Texts on which backtracking, nesting or scanning to the end again and again shows, by name, of a given length. */
const shapes: Readonly<Record<string, string>> = {
  letters: 'a',
  spaces: ' ',
  breaks: '\n',
  dots: '.',
  digits: '1',
  chinese: '中',
  emoji: '😀',
  addresses: 'a@',
  domains: 'a@b.',
  brackets: '<',
  quotes: '<"',
  entities: '&#',
  starts: '<p><b>',
  attributes: '<a href="',
  commas: '1,',
  escapes: '%41',
  mixed: '中a1 ',
};

/** Returns hostile texts of so many UTF-16 units, each ending in what none of its repeats is, so that the last step of a match fails. */
export function hostileTexts(length: number, names: readonly string[] = Object.keys(shapes)): [name: string, text: string][] {
  return names.map((name) => {
    const piece = shapes[name] ?? name;
    return [name, `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1)}!`];
  });
}

/** Milliseconds of processor time that nothing of a visitor's may take at one go, where matching spaces does not take longer than that. */
const most = 100;

/** Returns the milliseconds of processor time that two hundred million steps of backtracking take here and now: 150 on a usual machine. */
function timeBacktracking(): number {
  const text = `${' '.repeat(20_000)}!`;
  const before = process.cpuUsage();
  /\s+$/.test(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Whether some work takes more processor time than anything of a visitor's may; a slow machine may take longer, by as much as it is slower. */
export const isTooLong = (milliseconds: number): boolean => milliseconds > most && milliseconds > (2 / 3) * timeBacktracking();

/**
 * Returns the milliseconds of processor time that some work takes: what blocks the event loop is no more than that, and a busy machine does
 * not lengthen it as it does time on the wall. Work that took too long is tried again, for the first run also compiles and collects.
 * @param tries how often at most
 */
export async function processorTime(work: () => unknown, tries = 4): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < tries && least > most; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
