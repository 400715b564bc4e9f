/** Kinds of form fields that prove something to the server and are no part of what is handed in. */
export const proofs: ReadonlySet<string> = new Set(['captcha', 'smsCode', 'agreement']);
