import type { JsonObject } from '../../model/json';
import type { Problem } from '../../model/problem';

/** Returns Problems in SARIF 2.1.0 (OASIS), which services that review changes show beside the lines. */
export function toSarif(problems: readonly Problem[]): JsonObject {
  const rules = [...new Set(problems.map(({ code }) => code))].sort();
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'culture-portal', rules: rules.map((id) => ({ id })) } },
        columnKind: 'utf16CodeUnits',
        results: problems.map(toResult),
      },
    ],
  };
}

const toResult = ({ file, line, column, endLine, endColumn, path, severity, code, message }: Problem): JsonObject => ({
  ruleId: code,
  level: severity,
  message: { text: message },
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
