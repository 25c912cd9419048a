export interface Address {
  tenantId: string
  instanceId: string
}

export const workflowIdOf = (tenantId: string, instanceId: string) => `instance:${tenantId}:${instanceId}`
