import { KEPT_SECRET } from '@throughline/contracts/connection-acts'
import type { Json } from '@throughline/flow/eval'
import { sql } from 'kysely'
import type { Context } from '../../core/context.ts'
import type { Db } from '../../core/db/bound-kysely.ts'
import type { TenantTx } from '../../core/db/tenant-tx.ts'
import { sealForTenant } from '../../core/keys/tenant-key.ts'
import { lockGate } from './calls/call-gate.queries.ts'
import { hearersOf, pokeConnection } from './calls/signed-out.ts'
import type { JsonSchema } from './connectors/connector.ts'
import { openProperties } from './connectors/mask-secrets.ts'
import { connectionAad } from './secret-aad.ts'
import type { SealedSecret } from './secrets.queries.ts'

type Configuration = Record<string, Json>

/** Where a new configuration has dots, what is stored stays. */
export const withKept = (given: Configuration, stored: Configuration): Configuration =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      if (value !== KEPT_SECRET) return [[name, value]]
      return Object.hasOwn(stored, name) ? [[name, stored[name] ?? null]] : []
    }),
  )

const isDifferent = (a: Json | undefined, b: Json | undefined) =>
  JSON.stringify(a ?? null) !== JSON.stringify(b ?? null)

/**
 * Why dots may not stand for what is stored: what is shown openly says where it goes, and who may change that must not
 * have somebody else's secret sent there.
 */
export function keptMisfit(schema: JsonSchema, given: Configuration, stored: Configuration): string | undefined {
  const open = openProperties(schema)
  const keepsSecret = Object.entries(given).some(([name, value]) => value === KEPT_SECRET && !open.has(name))
  const moved = [...open.keys()].find((name) => given[name] !== KEPT_SECRET && isDifferent(given[name], stored[name]))
  if (!keepsSecret || moved === undefined) return undefined
  return `To change “${open.get(moved)}”, enter the secrets again.`
}

/** The old secret goes on working beside the new one, unless it was refused. */
async function putSecret(db: Db, tenantId: string, id: string, anew: SealedSecret, keepsOld: boolean): Promise<void> {
  await sql`update connection_secrets set sealed = ${anew.sealed}, key_no = ${anew.key_no},
      previous = case when ${keepsOld} then sealed end, previous_key_no = case when ${keepsOld} then key_no end
    where tenant_id = ${tenantId} and integration_id = ${id}`.execute(db)
}

/** A test has passed: it works again, whatever kept its calls back. */
async function putWorking(db: Db, tenantId: string, id: string): Promise<void> {
  await sql`update integrations set tested_at = clock_timestamp(), failures = 0, paused_until = null,
      signed_out_at = null, signed_out_text = null, admins_told_at = null,
      last_problem = case when rejections > 0 then last_problem end,
      release_from = clock_timestamp()
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

async function putRotated(db: Db, tenantId: string, id: string, honoursKey: boolean): Promise<void> {
  await sql`update integrations set rotated_at = clock_timestamp(), worked_since = clock_timestamp(),
      rejections = 0, honours_key = ${honoursKey}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db)
}

interface PassedTest {
  connectionId: string
  /** What it has from now on; absent where what it has was tested. */
  take?: { configuration: Configuration; honoursKey: boolean }
}

/** Keeps that a test passed, gives the connection what was tested, and has held calls made. For the worker, which alone may. */
export async function takePassedTest(
  ctx: Context,
  tx: TenantTx,
  { connectionId: id, take }: PassedTest,
): Promise<void> {
  const { db, tenantId } = tx
  const gate = await lockGate(db, tenantId, id)
  if (!gate || gate.ending_at) return
  if (take) {
    const whole = JSON.stringify(take.configuration)
    const { sealed, keyNo } = await sealForTenant(ctx, tenantId, whole, connectionAad(tenantId, id))
    await putSecret(db, tenantId, id, { sealed, key_no: keyNo }, gate.signed_out_at === null)
    await putRotated(db, tenantId, id, take.honoursKey)
    const act = gate.signed_out_at ? 'connection.reconnected' : 'connection.rotated'
    tx.audit({ act, kind: 'connection', id, data: { name: gate.name } })
  }
  await putWorking(db, tenantId, id)
  tx.emit({ type: 'connection.changed', kind: 'connection', id, ...hearersOf(gate) })
  pokeConnection(tx, id)
}

/** Somebody signed in anew, which was tested: a refusal of the sign-in before is no news, and held calls are made. */
export async function takeNewSignIn(tx: TenantTx, id: string): Promise<void> {
  await putRotated(tx.db, tx.tenantId, id, false)
  await putWorking(tx.db, tx.tenantId, id)
  pokeConnection(tx, id)
}
