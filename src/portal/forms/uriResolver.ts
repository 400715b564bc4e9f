/** Stands in for `fast-uri` in the browser's build: the schemas of forms are whole and name no others. */
const uriResolver = {
  equal: (one: string, other: string): boolean => one === other,
  resolve: (_base: string, reference: string): string => reference,
};
export default uriResolver;
