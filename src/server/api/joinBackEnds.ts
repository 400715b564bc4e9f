import type { BackEnd } from './backEnd';
import { findOwnBackend } from './ownBackend';
import { findEndpoint } from './router';

/** Returns all back ends as one: each call is answered by the one that its institution's definitions name. */
export const joinBackEnds = (builtIn: BackEnd, proxy: BackEnd): BackEnd => ({
  answer(portal, call) {
    const found = findEndpoint(portal, call.method, call.url.replace(/\?.*/s, ''));
    return (found && findOwnBackend(portal, found.endpoint) ? proxy : builtIn).answer(portal, call);
  },
});
