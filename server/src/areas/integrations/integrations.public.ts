/** What other areas may use of this one. */

export { connectionsFor } from './connections.queries.ts'
export type { OpenConnection, OpenedConnection } from './open-connection.service.ts'
export type { OpenedSecret, OpenSecrets } from './open-secrets.service.ts'
export { findTool } from './tools.queries.ts'
