export interface Address {
  tenantId: string
  instanceId: string
}

export const workflowIdOf = (tenantId: string, instanceId: string) => `instance:${tenantId}:${instanceId}`

/** Under which a child is started, once. */
export const childKeyOf = (parentId: string, { key, attempt }: { key: string; attempt: number }) =>
  `${parentId}:${key}:a${attempt}`

/** Under which a receiver knows a call. */
export const effectKeyOf = (instanceId: string, { key }: { key: string }) => `${instanceId}:${key}`
