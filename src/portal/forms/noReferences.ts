/**
 * Stands in for the resolver of references that rjsf has, in the browser's build: the schemas of layouts have none, and it brings a parser of
 * addresses and one of pointers along.
 * @throws always
 */
function findSchemaDefinition(): never {
  throw new Error('The schema of a layout refers to nothing');
}
export default findSchemaDefinition;
export { findSchemaDefinition as splitKeyElementFromObject };
