import type { JsonObject } from '../../model/json';
import { say, type Language } from '../../definitions/problems/problemText';
import { findRule } from '../../definitions/problems/rules';
import type { Problem } from '../../model/problem';

/**
 * Returns Problems in SARIF 2.1.0 (OASIS), which services that review changes show beside the lines.
 * @param language that of messages and rules
 * @param helpOf returns the address at which the rule of a code is explained
 */
export function toSarif(problems: readonly Problem[], language: Language, helpOf: (code: string) => string): JsonObject {
  const rules = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'culture-portal', rules: rules.map((id) => toRule(id, language, helpOf)) } },
        language: language === 'zh' ? 'zh-CN' : 'en',
        columnKind: 'utf16CodeUnits',
        results: problems.map((problem) => toResult(problem, language)),
      },
    ],
  };
}

function toRule(code: string, language: Language, helpOf: (code: string) => string): JsonObject {
  const rule = findRule(code);
  return { id: code, helpUri: helpOf(code), ...(rule ? { shortDescription: { text: say(rule, language) } } : {}) };
}

const toResult = (
  { file, line, column, endLine, endColumn, path, severity, code, message, chinese }: Problem,
  language: Language,
): JsonObject => ({
  ruleId: code,
  level: severity,
  message: { text: say({ english: message, chinese }, language) },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: file.split('/').map(encodeURIComponent).join('/') },
        region: { startLine: line, startColumn: column, endLine, endColumn },
      },
      logicalLocations: [{ fullyQualifiedName: path }],
    },
  ],
});
