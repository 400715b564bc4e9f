/**
 * A caller that sends this header is answered 200 where a rule refuses what it asks for, and told the status in a header of the same
 * name. Browsers write every reply of 400 and above into the console, where what is refused by rule is no fault. Callers that do not
 * send it, such as other clients of the same calls, have the status where HTTP has it.
 */
export const refusalHeader = 'X-Refusal-Status';
