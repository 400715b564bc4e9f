/** A URI Template taken apart. */
interface ParsedTemplate {
  /** The variables in order, without repetition. */
  variables: string[];
  /** Those that stand in the path: without a value there is no address. */
  inPath: string[];
  /** The address with a mark for each path variable and without the query: equal for templates that the same address fits. */
  shape: string;
  /** The fixed path in front of the query and of the first path variable. */
  path: string;
}

/** The longest template that is read. */
const maxTemplateLength = 500;

const parsed = new Map<string, ParsedTemplate | string>();
const mostParsed = 5000;

/**
 * Parses the part of RFC 6570 that the language admits: `{a}` in the path, `{?a,b}` and `{&a}` in the query, no modifiers.
 * @returns the parsed template, or a text that says what is wrong
 */
export function parseUriTemplate(template: string): ParsedTemplate | string {
  const known = parsed.get(template);
  if (known !== undefined) return known;
  const result = parse(template);
  if (parsed.size < mostParsed) parsed.set(template, result);
  return result;
}

function parse(template: string): ParsedTemplate | string {
  if (template.length > maxTemplateLength) return `it is longer than ${maxTemplateLength} characters`;
  if (/\{\{|\}\}/.test(template)) return 'a variable stands in single braces, as in {id} or {?id,columnId}';
  if (/[\uff08-\uff0f\uff1a-\uff1f\uff5b-\uff5d]/.test(template))
    return 'there is full-width punctuation in it; addresses have plain ? , & = { }';
  const foreign = /\$\{(\w+)\}|\/:(\w+)/.exec(template);
  if (foreign) return `a variable is written {${foreign[1] ?? foreign[2]}}, not ${foreign[0].replace('/', '')}`;
  if (/\{[^\s{}]*\s/.test(template)) return 'there is a space between its braces';
  const variables = new Set<string>();
  const inPath = new Set<string>();
  let shape = '';
  let inQuery = false;
  for (const [, expression, literal] of template.matchAll(/\{([^{}]*)\}|([^{}]+)|[{}]/g)) {
    if (literal !== undefined) {
      inQuery ||= literal.includes('?');
      if (!inQuery) shape += literal;
      else if (shape.length > 0 && literal.includes('?') && !shape.includes('?')) shape += literal.slice(0, literal.indexOf('?'));
      continue;
    }
    if (expression === undefined) return 'a brace is not closed or not opened';
    const operator = /^[?&]/.exec(expression)?.[0] ?? '';
    if (operator === '' && /^[^A-Za-z0-9_]/.test(expression)) return `only {name}, {?name} and {&name} are allowed, not {${expression}}`;
    const names = expression.slice(operator.length).split(',');
    const bad = names.find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
    if (bad !== undefined) return `"${bad}" is not the name of a variable`;
    if (operator === '' && names.length > 1) return `write {${names.join('}{')}} instead of {${expression}}`;
    if (operator !== '') inQuery = true;
    for (const name of names) variables.add(name);
    if (operator === '' && !inQuery) {
      shape += '{}';
      for (const name of names) inPath.add(name);
    }
  }
  const rooted = shape.startsWith('/') ? shape : `/${shape}`;
  return { variables: [...variables], inPath: [...inPath], shape: rooted, path: rooted.split('{}')[0] ?? '' };
}
