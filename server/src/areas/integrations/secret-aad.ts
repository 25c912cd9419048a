/** What a secret is sealed for, so that bytes copied to another row or tenant do not open. */
export const secretAad = (tenantId: string, id: string): string => `integration_secrets:${tenantId}:${id}`
export const connectionAad = (tenantId: string, id: string): string => `connection_secrets:${tenantId}:${id}`
/** `what`: each of the sealed columns of a sign-in opens as itself alone. */
export const signInAad = (tenantId: string, id: string, what: 'verifier' | 'returned' | 'tokens'): string =>
  `oauth_grants.${what}:${tenantId}:${id}`
