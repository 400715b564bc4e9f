/** What stands in the place of `@name@`: a text, or several, for each of which the line is written once. */
export type Values = Readonly<Record<string, string | readonly string[]>>;

const place = /@([A-Za-z]+)@/g;

/**
 * Fills a template. A line that is one place alone gives its indentation to each line of the text.
 * @throws Error naming a place for which there is no value
 */
export const render = (template: string, values: Values): string =>
  template
    .split('\n')
    .flatMap((line) => renderLine(line, values))
    .join('\n');

function renderLine(line: string, values: Values): string[] {
  const alone = /^(\s*)@([A-Za-z]+)@$/.exec(line);
  if (alone) {
    const [, indent = '', name = ''] = alone;
    const lines = [readValue(values, name)].flat().flatMap((text) => text.trimEnd().split('\n'));
    return lines.map((each) => (each === '' ? '' : `${indent}${each}`));
  }
  const named = [...line.matchAll(place)].map(([, name = '']) => ({ name, value: readValue(values, name) }));
  const several = named.find(({ value }) => typeof value !== 'string');
  const each = several ? [several.value].flat().map((text) => ({ ...values, [several.name]: text })) : [values];
  return each.map((known) => line.replace(place, (_whole, name: string) => String(readValue(known, name))));
}

function readValue(values: Values, name: string): string | readonly string[] {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === undefined) throw new Error(`A template asks for ${name}, which is not known`);
  return value;
}
