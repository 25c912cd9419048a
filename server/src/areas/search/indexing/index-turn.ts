import type { TenantId } from '@throughline/contracts/ids'
import type { Context } from '../../../core/context.ts'
import { inSavepoint } from '../../../core/db/in-savepoint.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import type { TenantTx } from '../../../core/db/tenant-tx.ts'
import { fileKind } from '../kinds/files.ts'
import type { Kind } from '../kinds/kind.ts'
import { KINDS } from '../kinds/kinds.ts'
import {
  dropOtherKinds,
  dropOthers,
  dropParts,
  idsAfter,
  isClosed,
  lockBuild,
  setBuild,
  takePending,
  tryLockIndex,
} from './entries.queries.ts'
import { indexThings } from './index-things.ts'
import { INDEX_VERSION } from './make-entries.ts'

/** Changes of one turn: its transaction is short, and what a crash undoes is little. */
const TURN_SIZE = 200
/** Of files, whose texts may have a megabyte each. */
const MAX_FILES = 20
const FIRST = '00000000-0000-0000-0000-000000000000'

/** What cannot be indexed keeps nothing else back: it is not found, and the log says why. */
async function indexEach(ctx: Context, tx: TenantTx, kind: Kind, ids: readonly string[]) {
  try {
    return await inSavepoint(tx, (inner) => indexThings(inner, kind, ids))
  } catch (error) {
    if (ids.length === 1) {
      ctx.log.error({ err: error, kind: kind.name, id: ids[0], tenantId: tx.tenantId }, 'cannot be indexed')
      await dropParts(
        tx.db,
        tx.tenantId,
        kind.name,
        ids.map((id) => ({ id, from: 0 })),
      )
      return []
    }
    const also: { kind: string; id: string }[] = []
    for (const id of ids) also.push(...(await indexEach(ctx, tx, kind, [id])))
    return also
  }
}

async function indexAll(
  ctx: Context,
  tx: TenantTx,
  things: readonly { kind: string; id: string }[],
  kinds: readonly Kind[],
) {
  const also: { kind: string; id: string }[] = []
  for (const kind of kinds) {
    const ids = [...new Set(things.flatMap((thing) => (thing.kind === kind.name ? thing.id : [])))]
    if (ids.length > 0) also.push(...(await indexEach(ctx, tx, kind, ids)))
  }
  return also
}

/** Indexes what has changed in a workspace, a few hundred changes; answers whether there may be more. */
export const indexTurn = (ctx: Context, tenantId: TenantId, kinds: readonly Kind[] = KINDS): Promise<boolean> =>
  inTenant(ctx, { tenantId }, async (tx) => {
    if (!(await tryLockIndex(tx.db, tenantId))) return false
    const taken = await takePending(tx.db, tenantId, { limit: TURN_SIZE, large: fileKind.name, most: MAX_FILES })
    const files = taken.filter(({ kind }) => kind === fileKind.name).length
    const mayHaveMore = taken.length === TURN_SIZE || files === MAX_FILES
    if (await isClosed(tx.db, tenantId)) return mayHaveMore
    const things = taken.map(({ kind, entity_id }) => ({ kind, id: entity_id }))
    const also = await indexAll(ctx, tx, things, kinds)
    await indexAll(ctx, tx, also, kinds)
    return mayHaveMore
  })

/**
 * Indexes the next rows of a workspace from scratch, whatever stands in the index, and takes away what has no row any
 * more. Searches go on meanwhile. Answers whether there is more to do.
 */
export const buildTurn = (ctx: Context, tenantId: TenantId, kinds: readonly Kind[] = KINDS): Promise<boolean> =>
  inTenant(ctx, { tenantId }, async (tx) => {
    if (!(await tryLockIndex(tx.db, tenantId)) || (await isClosed(tx.db, tenantId))) return false
    const build = await lockBuild(tx.db, tenantId)
    if (build.version >= INDEX_VERSION) return false
    const at = Math.max(
      0,
      kinds.findIndex(({ name }) => name === build.kind),
    )
    const kind = kinds[at]
    if (kind) {
      const after = kinds[at]?.name === build.kind ? build.place : FIRST
      const size = kind.group === 'files' ? MAX_FILES : TURN_SIZE
      const ids = await idsAfter(tx.db, tenantId, kind.table, after, size)
      const upTo = ids.length === size ? ids.at(-1) : undefined
      await indexAll(
        ctx,
        tx,
        ids.map((id) => ({ kind: kind.name, id })),
        kinds,
      )
      await dropOthers(tx.db, tenantId, kind.name, { after, upTo, ids })
      if (upTo !== undefined) {
        await setBuild(tx.db, tenantId, { kind: kind.name, place: upTo })
        return true
      }
    }
    const next = kinds[at + 1]
    if (!next)
      await dropOtherKinds(
        tx.db,
        tenantId,
        kinds.map(({ name }) => name),
      )
    await setBuild(tx.db, tenantId, {
      kind: next?.name ?? '',
      place: FIRST,
      ...(!next && { version: INDEX_VERSION }),
    })
    return next !== undefined
  })

/** Has a workspace indexed from scratch by the next turns. */
export const reindexTenant = (ctx: Context, tenantId: TenantId): Promise<void> =>
  inTenant(ctx, { tenantId }, async (tx) => {
    await lockBuild(tx.db, tenantId)
    await setBuild(tx.db, tenantId, { version: 0, kind: '', place: FIRST })
  })
