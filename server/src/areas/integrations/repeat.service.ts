import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { connectionHonoursKey } from './connections.queries.ts'
import { findConnector } from './connectors/catalogue.ts'
import { operationNamed, type Repeat } from './connectors/connector.ts'

/** What a step calls. */
interface CalledOperation {
  toolId: string
  operation: string | undefined
  connection: string | undefined
}

/** What a second call does; nothing where the tool or its operation is not there. */
export async function repeatOf(
  { db, tenantId }: ReadTx,
  { toolId, operation, connection }: CalledOperation,
): Promise<Repeat | undefined> {
  const connector = await findConnector(db, tenantId, toolId)
  const called = connector && operationNamed(connector, operation)
  if (called?.repeat !== 'once' || connection === undefined || !connector?.recognizesKeys) return called?.repeat
  return (await connectionHonoursKey(db, tenantId, connection))?.honours_key ? 'keyed' : 'once'
}
