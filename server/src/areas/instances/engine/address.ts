export interface Address {
  tenantId: string
  instanceId: string
}

export const workflowIdOf = (tenantId: string, instanceId: string) => `instance:${tenantId}:${instanceId}`

/** The key under which a child is started once. */
export const childKeyOf = (parentId: string, { key, attempt }: { key: string; attempt: number }) =>
  `${parentId}:${key}:a${attempt}`

/** The idempotency key that the receiver of a call sees. */
export const effectKeyOf = (instanceId: string, { key }: { key: string }) => `${instanceId}:${key}`
