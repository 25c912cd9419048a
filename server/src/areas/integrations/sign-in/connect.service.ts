import type { ToolId } from '@throughline/contracts/ids'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import type { Viewer } from '../../../core/http/viewer.ts'
import type { Connector } from '../connectors/connector.ts'
import { takeNewSignIn } from '../take-configuration.ts'
import { attachGrant, deleteGrantOf } from './grants.queries.ts'

interface Connecting {
  connector: Pick<Connector, 'signIn'>
  toolId: ToolId | string
  connectionId: string
  signInId: string | undefined
}

/** Gives a new connection the sign-in that it is made with, if its tool is one that people sign in to. */
export async function connectBySignIn({ db, tenantId }: TenantTx, viewer: Viewer, given: Connecting): Promise<void> {
  const { connector, toolId, connectionId: integrationId, signInId: id } = given
  if (!connector.signIn) {
    if (id !== undefined) throw invalid('This tool isn’t connected by signing in.')
    return
  }
  const isAttached =
    id !== undefined && (await attachGrant(db, tenantId, { id, memberId: viewer.memberId, toolId, integrationId }))
  if (!isAttached) throw conflict('sign_in_missing', `Sign in to ${connector.signIn.provider} first.`)
}

/** Puts a new sign-in in the place of the one that ended: what was wrong is over, and held calls are made. */
export async function replaceSignIn(tx: TenantTx, viewer: Viewer, given: Connecting): Promise<void> {
  await deleteGrantOf(tx.db, tx.tenantId, given.connectionId)
  await connectBySignIn(tx, viewer, given)
  await takeNewSignIn(tx, given.connectionId)
}
