import { Ajv } from 'ajv';
import { expect, it } from 'vitest';
import { metaSchemas } from '../../../src/definitions/language/metaSchemas';

it.each(Object.entries(metaSchemas))(
  'the meta-schema %s is a JSON Schema, which programs do not check when they start',
  (_name, schema) => {
    const ajv = new Ajv({ discriminator: true, strict: false });
    expect([ajv.validateSchema(schema), ajv.errors]).toEqual([true, null]);
  },
);
