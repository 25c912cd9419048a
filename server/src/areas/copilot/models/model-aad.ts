/** What a model's key is sealed for, so that bytes copied to another row or tenant do not open. */
export const modelAad = (tenantId: string, id: string): string => `models:${tenantId}:${id}`
