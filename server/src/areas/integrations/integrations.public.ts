/** What other areas may use of this one. */

export { connectionsFor } from './connections.queries.ts'
export { createOpenConnection, type OpenConnection, type OpenedConnection } from './open-connection.service.ts'
export type { OpenedSecret, OpenSecrets } from './open-secrets.service.ts'
export { findTool } from './tools.queries.ts'
