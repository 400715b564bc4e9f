import { createContext, useContext } from 'react';
import type { FormControl } from './useForm';

/** Puts a form within reach of its fields. */
export const FormContext = createContext<FormControl | undefined>(undefined);

/**
 * The form that a field stands in.
 * @throws outside of a form
 */
export function useFormControl(): FormControl {
  const control = useContext(FormContext);
  if (!control) throw new Error('used outside of a form');
  return control;
}
