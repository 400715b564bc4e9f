/** What an institution's own fields added to a record, sealed; '' for nothing. ID numbers stand apart, as they are erased in time. */
export interface StoredFurther {
  furtherCipher: string;
  furtherIdCipher: string;
}
