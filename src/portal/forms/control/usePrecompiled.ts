import { useEffect, useState } from 'react';
import { hashForSchema, type RJSFSchema } from '@rjsf/utils';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import type { CheckSchema } from '../../../runtime/formCheck';
import { requirePart } from '../../../runtime/validatorParts';

/** The validators of a form, which the server wrote, in the browser. */
export interface Precompiled {
  /** failed: they could not be had, so that the server alone checks what is sent. */
  state: 'loading' | 'ready' | 'failed';
  /** There once they are ready. */
  check?: CheckSchema;
}

/** The module of a script as `formValidators.ts` of the server writes it. */
interface Script {
  default: (require: typeof requirePart) => ValidatorFunctions;
}

/**
 * Fetches a form's validators. They are a script of their own: a browser with a strict Content-Security-Policy compiles no schema.
 * @param address where the script lies; absent: it cannot be had
 * @param schema the schema that they were written for
 */
export function usePrecompiled(address: string | undefined, schema: RJSFSchema): Precompiled {
  const [found, setFound] = useState<Precompiled & { of?: string }>({ state: 'loading' });
  useEffect(() => {
    let current = true;
    const settle = (next: Precompiled): void => {
      if (current) setFound({ ...next, of: address });
    };
    if (address === undefined) settle({ state: 'failed' });
    else
      loadCheck(address, schema).then(
        (check) => settle({ state: 'ready', check }),
        () => settle({ state: 'failed' }),
      );
    return () => {
      current = false;
    };
  }, [address, schema]);
  return found.of === address ? found : { state: 'loading' };
}

async function loadCheck(address: string, schema: RJSFSchema): Promise<CheckSchema> {
  const script = (await import(/* @vite-ignore */ address)) as Script;
  const validate = script.default(requirePart)[hashForSchema(schema)];
  if (!validate) throw new Error(`${address} is no validator of this form`);
  return (instance) => (validate(instance) ? [] : (validate.errors ?? []));
}
