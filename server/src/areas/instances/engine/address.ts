export interface Address {
  tenantId: string
  instanceId: string
}

export const workflowIdOf = (tenantId: string, instanceId: string) => `instance:${tenantId}:${instanceId}`

interface Named {
  id: string
  source: string
}

/**
 * What an instance is called in keys. After a restore a person may take the step before a child again, and the child then
 * has another time in its id: without that time its name is the same, and what it had called is not done a second time.
 */
const lastingNameOf = ({ id, source }: Named) => (source === 'workflow' ? `00000000-0000${id.slice(13)}` : id)

/** The key under which a child is started once. */
export const childKeyOf = (parent: Named, { key, attempt }: { key: string; attempt: number }) =>
  `${lastingNameOf(parent)}:${key}:a${attempt}`

/** The idempotency key that the receiver of a call sees. */
export const effectKeyOf = (instance: Named, { key }: { key: string }) => `${lastingNameOf(instance)}:${key}`
