/** What a secret is sealed for, so that bytes copied to another row or tenant do not open. */
export const secretAad = (tenantId: string, id: string): string => `integration_secrets:${tenantId}:${id}`
export const connectionAad = (tenantId: string, id: string): string => `connection_secrets:${tenantId}:${id}`
