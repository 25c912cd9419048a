import { randomUUID } from 'node:crypto'
import { type changeConnection as changeEndpoint, MAX_REPLACED_WORKFLOWS } from '@throughline/contracts/connection-acts'
import { CONNECTION_LIMITS, Connection, type connectTool } from '@throughline/contracts/connections'
import type { Body, Query } from '@throughline/contracts/endpoint'
import { ConnectionId, type ToolId } from '@throughline/contracts/ids'
import type { Context } from '../../core/context.ts'
import { inTenant, readTenant } from '../../core/db/in-tenant.ts'
import type { ReadTx, TenantTx } from '../../core/db/tenant-tx.ts'
import { explainViolation } from '../../core/db/unique-violation.ts'
import { AppError, conflict, forbidden, invalid, notFound } from '../../core/errors.ts'
import type { Viewer } from '../../core/http/viewer.ts'
import { sealForTenant } from '../../core/keys/tenant-key.ts'
import { truncate } from '../../core/truncate.ts'
import { replaceConnectionInDrafts, type VisibilityScope, visibleTo } from '../workflows/workflows.public.ts'
import { pokeConnection } from './calls/signed-out.ts'
import {
  beginEnding,
  type ConnectionRow,
  connectionRowsAmong,
  connectionsFor,
  connectionUses,
  countConnections,
  insertConnection,
  isNameTaken,
  lockConnectionsOf,
  ownConnections,
  putConnection,
} from './connections.queries.ts'
import { builtInConnector, findConnector } from './connectors/catalogue.ts'
import { schemaMisfit } from './connectors/schema-misfit.ts'
import { activeAt, healthOf, usualTime } from './health.ts'
import { connectionAad } from './secret-aad.ts'
import { connectBySignIn, replaceSignIn } from './sign-in/connect.service.ts'
import { offOperations } from './sign-in/granted.ts'

const MAX_NAMED_USES = 20

const toolNameOf = ({ own_tool_name, tool_id }: ConnectionRow): string =>
  own_tool_name ?? builtInConnector(tool_id)?.name ?? ''

type Use = Awaited<ReturnType<typeof connectionUses>>[number]

const connectionOnWire = (given: ConnectionRow, viewer: Viewer, uses: readonly Use[]): Connection => {
  const { username, member_id, last_problem, granted, own_tool_name: _, ...row } = given
  const named = uses.filter(({ is_visible }) => is_visible).slice(0, MAX_NAMED_USES)
  return Connection.parse({
    ...row,
    tool_name: toolNameOf(given),
    user_username: username ?? '',
    connected_at: row.connected_at.toISOString(),
    is_own: member_id === viewer.memberId,
    health: healthOf(given, Date.now()),
    active_at: activeAt(given)?.toISOString() ?? null,
    last_called_at: row.last_called_at?.toISOString() ?? null,
    // A tool may answer with what it was sent, which others may not see.
    problem: mayManage(given, viewer) ? last_problem : null,
    off: granted ? offOperations(builtInConnector(row.tool_id), granted) : [],
    used_in: named.map(({ id, name }) => ({ id, name })),
    used_in_more: uses.length - named.length,
  })
}

/** Those of them that the viewer may know of. */
export const connectionsAmong = async (tx: ReadTx, viewer: VisibilityScope, ids: readonly string[]) =>
  (await connectionRowsAmong(tx, viewer, ids)).map((row) => ({ ...row, tool_name: toolNameOf(row) }))

/** One's own, and for admins everybody's: those may test, change and reconnect it. */
const mayManage = ({ member_id }: ConnectionRow, { memberId, user }: VisibilityScope): boolean =>
  member_id === memberId || user.is_admin

export async function requireManaged(tx: ReadTx, viewer: VisibilityScope, id: string): Promise<ConnectionRow> {
  const [row] = await connectionRowsAmong(tx, viewer, [id])
  if (!row || !mayManage(row, viewer)) throw notFound('This connection')
  return row
}

/** With what the viewer may do with it; undefined where they may not know of it. */
export async function connectionForPage(tx: ReadTx, viewer: Viewer, id: string) {
  const [row] = await connectionRowsAmong(tx, viewer, [id])
  if (!row) return undefined
  const uses = await connectionUses(tx.db, tx.tenantId, await visibleTo(tx, viewer), [id])
  const connection = connectionOnWire(row, viewer, uses)
  return { row, connection, canManage: mayManage(row, viewer), usually: usualTime(row) }
}

export const allConnections = (ctx: Context, viewer: Viewer) =>
  readTenant(ctx, viewer, async (tx) => {
    const rows = await connectionsFor(tx.db, tx.tenantId, viewer.memberId)
    const ids = rows.map(({ id }) => id)
    const uses = ids.length > 0 ? await connectionUses(tx.db, tx.tenantId, await visibleTo(tx, viewer), ids) : []
    const byId = Map.groupBy(uses, ({ connection }) => connection)
    return { data: rows.map((row) => connectionOnWire(row, viewer, byId.get(row.id) ?? [])) }
  })

type ActDetails = { before?: string; replaced_by?: string; workflows?: number }

function recordAct(tx: TenantTx, act: string, row: ConnectionRow, { before, ...more }: ActDetails = {}) {
  const { id, name, usable_by, member_id } = row
  // What only its owner may use, now and before, is nobody else's news.
  const to = usable_by === 'owner' && (before ?? 'owner') === 'owner' ? { to: [member_id] } : {}
  tx.emit({ type: act, kind: 'connection', id, ...to })
  tx.audit({ act, kind: 'connection', id, data: { tool: toolNameOf(row), name, usable_by, ...more } })
}

const unlessTaken = explainViolation({
  integrations_name: () => conflict('name_taken', 'You already have a connection with this name. Choose another.'),
})

export const storeConnection = (
  ctx: Context,
  viewer: Viewer,
  toolId: ToolId,
  { name, usable_by, sign_in: signInId }: Query<typeof connectTool>,
  configuration: Body<typeof connectTool>,
) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const connector = await findConnector(db, tenantId, toolId)
    if (!connector) throw notFound('This tool')
    const misfit = schemaMisfit(connector.schema, configuration)
    if (misfit !== undefined) throw invalid(misfit)
    if ((await countConnections(db, tenantId)) >= CONNECTION_LIMITS.connections) {
      throw conflict('too_many', `A workspace can have up to ${CONNECTION_LIMITS.connections} connections`)
    }
    const id = randomUUID()
    // Which of it is secret only the tool knows, so all of it is kept as one.
    const whole = JSON.stringify(configuration)
    const { sealed, keyNo } = await sealForTenant(ctx, tenantId, whole, connectionAad(tenantId, id))
    const row = { id, tool_id: toolId, member_id: viewer.memberId, name: name ?? connector.name, usable_by }
    const honours_key = connector.recognizesKeys?.(configuration) ?? false
    await insertConnection(db, tenantId, { ...row, honours_key }, { sealed, key_no: keyNo }).catch(unlessTaken)
    await connectBySignIn(tx, viewer, { connector, toolId, connectionId: id, signInId })
    const [made] = await ownConnections(db, tenantId, viewer.memberId, id)
    if (!made) throw new Error('a connection was not kept')
    recordAct(tx, 'connection.added', made)
    return { data: connectionOnWire(made, viewer, []) }
  })

export const reconnect = (ctx: Context, viewer: Viewer, connectionId: ConnectionId, signInId: string) =>
  inTenant(ctx, viewer, async (tx) => {
    const own = () => ownConnections(tx.db, tx.tenantId, viewer.memberId, connectionId)
    const [found] = await own()
    const connector = found && builtInConnector(found.tool_id)
    if (!connector?.signIn || found?.id !== connectionId) throw notFound('This connection')
    await replaceSignIn(tx, viewer, { connector, toolId: found.tool_id, connectionId, signInId })
    const [anew] = await own()
    if (!anew) throw notFound('This connection')
    recordAct(tx, 'connection.reconnected', anew)
    return { data: connectionOnWire(anew, viewer, []) }
  })

/** All are named, so that the person can choose one. */
const severalConnections = (rows: readonly ConnectionRow[]) =>
  new AppError(
    409,
    'several_connections',
    `You have ${rows.length} connections to ${rows[0] ? toolNameOf(rows[0]) : 'this tool'}: ${rows.map(({ name }) => `“${name}”`).join(', ')}. Choose one of them.`,
    { errors: rows.map(({ id, name }) => ({ path: id, message: name })) },
  )

/** No call begins by it any more. Those under way finish; then the worker erases its secret. */
export const endConnection = (ctx: Context, viewer: Viewer, connectionOrToolId: string) =>
  inTenant(ctx, viewer, async (tx) => {
    const { db, tenantId } = tx
    const found = await ownConnections(db, tenantId, viewer.memberId, connectionOrToolId)
    const [only, ...others] = found
    if (others.length > 0) throw severalConnections(found)
    if (!only || !(await beginEnding(db, tenantId, only.id))) throw notFound('This connection')
    pokeConnection(tx, only.id)
    recordAct(tx, 'connection.removed', only)
    return { id: ConnectionId.parse(only.id) }
  })

/** Its name, who can use it, and how many calls it makes. Steps that name it go on calling by it. */
export async function changeConnection(
  tx: TenantTx,
  viewer: Viewer,
  id: string,
  change: Body<typeof changeEndpoint>,
): Promise<void> {
  const row = await requireManaged(tx, viewer, id)
  // What everybody may use acts with the access of its owner.
  if (change.usable_by === 'everyone' && row.usable_by === 'owner' && row.member_id !== viewer.memberId)
    throw forbidden('Only the owner can let everyone use this connection')
  await putConnection(tx.db, tx.tenantId, id, change).catch(unlessTaken)
  const { name = row.name, usable_by = row.usable_by } = change
  recordAct(tx, 'connection.changed', { ...row, name, usable_by }, { before: row.usable_by })
}

/** Of the connections that the viewer may know of, one that steps of theirs may call by. */
const requireUsable = (row: ConnectionRow | undefined, { memberId }: Viewer): ConnectionRow => {
  if (!row || (row.member_id !== memberId && row.usable_by !== 'everyone')) throw notFound('This connection')
  return row
}

/** Each draft could be edited by itself, so the permission to edit them is enough for all. */
export const replaceInDrafts = (ctx: Context, viewer: Viewer, id: ConnectionId, by: ConnectionId) =>
  inTenant(ctx, viewer, async (tx) => {
    const rows = await connectionRowsAmong(tx, viewer, [id, by])
    const from = rows.find((row) => row.id === id)
    if (!from) throw notFound('This connection')
    const to = requireUsable(
      rows.find((row) => row.id === by),
      viewer,
    )
    if (to.tool_id !== from.tool_id || by === id) throw invalid('Choose another connection to the same tool.')
    const changed = await replaceConnectionInDrafts(tx, viewer, { from: id, to: by, most: MAX_REPLACED_WORKFLOWS })
    if (changed.length > 0)
      recordAct(tx, 'connection.replaced', from, { replaced_by: to.name, workflows: changed.length })
    return { data: changed }
  })

/** The name, or the first one with a number behind it that the new owner gave to no other connection of the tool. */
async function freeName({ db, tenantId }: TenantTx, { tool_id, name }: ConnectionRow, to: string): Promise<string> {
  let free = name
  for (let n = 2; await isNameTaken(db, tenantId, to, tool_id, free); n++) {
    const number = ` (${n})`
    free = truncate(name, CONNECTION_LIMITS.name - number.length) + number
  }
  return free
}

/** Steps go on calling by them, with the same secrets; from now on somebody else looks after them. */
export async function handOverConnections(tx: TenantTx, from: string, to: string): Promise<number> {
  const rows = await lockConnectionsOf(tx.db, tx.tenantId, from)
  for (const row of rows) {
    const { id, usable_by, signed_out_at, signed_out_text } = row
    const name = await freeName(tx, row, to)
    await putConnection(tx.db, tx.tenantId, id, { member_id: to, name })
    tx.emit({ type: 'connection.changed', kind: 'connection', id, ...(usable_by === 'owner' && { to: [from, to] }) })
    const data = { tool: toolNameOf(row), name, usable_by, from, to: { member: to } }
    tx.audit({ act: 'connection.handed_over', kind: 'connection', id, data })
    if (!signed_out_at) continue
    const about = { connection: id }
    const text = signed_out_text ?? ''
    tx.notify({ type: 'connection_signed_out', because: 'connected', name, text, to: [to], about })
  }
  return rows.length
}
