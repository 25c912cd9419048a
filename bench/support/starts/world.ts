import {
  createEngineSchedules,
  type EngineSchedules,
} from '../../../server/src/areas/starts/schedules/engine-schedules.ts'
import { readConfig } from '../../../server/src/core/config.ts'
import type { Context } from '../../../server/src/core/context.ts'
import { createKeyring } from '../../../server/src/core/keys/keyring.ts'
import { createTemporal } from '../../../server/src/core/temporal/client.ts'
import { makeKey } from '../../../server/test/api-keys.ts'
import { makePerson, makeTenant, type Tenant } from '../../../server/test/factories.ts'
import { makeHook } from '../../../server/test/hooks.ts'
import { makeMailAddress } from '../../../server/test/mail-starts.ts'
import { makeWorkflow } from '../../../server/test/running-world.ts'
import { makeSchedule } from '../../../server/test/schedules.ts'
import type { Installation } from '../crash/installation.ts'
import { withRuntime } from '../with-runtime.ts'
import { ONE_TASK } from './document.ts'

type Temporal = ReturnType<typeof createTemporal>

const MINUTE = 60_000
const DAY = 86_400_000
/** Starts of one API key, which may make sixty calls a minute. */
const STARTS_A_KEY = 10

export interface StartsWorld {
  tenantId: string
  workflowId: string
  hook: { hookId: string; secret: string }
  address: string
  /** Of each ticket's own. */
  tokens: string[]
  scheduleIds: string[]
  /** The moment for which all of them are planned, which has passed. */
  nominal: number
  /** Has the engine fire one of them, as it would have at that moment. */
  fire: (scheduleId: string) => Promise<void>
  close: () => Promise<void>
}

export interface Counts {
  webhooks: number
  mails: number
  calls: number
  firings: number
}

/** Planned for one moment of yesterday; the engine holds that, and nothing of the product asks it to hold others. */
async function makeSchedules(ctx: Context, tenant: Tenant, workflowId: string, nominal: number, tickets: string[]) {
  const rule = {
    kind: 'day' as const,
    every: 1,
    from: new Date(nominal).toISOString().slice(0, 10),
    times: [new Date(nominal).toISOString().slice(11, 16)],
  }
  const ids: string[] = []
  for (const ticket of tickets) {
    const spec = { workflowId, rule, since: new Date(nominal - MINUTE), fixed: { ticket } }
    ids.push((await makeSchedule(ctx, tenant, spec)).scheduleId)
  }
  return ids
}

async function hold(schedules: EngineSchedules, tenantId: string, ids: readonly string[], nominal: number) {
  const left = [...ids]
  const one = async () => {
    for (let scheduleId = left.pop(); scheduleId; scheduleId = left.pop())
      await schedules.put({ tenantId, scheduleId }, [nominal])
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

const fireBy =
  ({ client }: Temporal, queue: string, tenantId: string, nominal: number) =>
  async (scheduleId: string): Promise<void> => {
    const handle = client.schedule.getHandle(`${queue}:schedule:${tenantId}:${scheduleId}`)
    const range = { start: new Date(nominal - MINUTE), end: new Date(nominal + MINUTE) }
    await client.withDeadline(Date.now() + 5_000, () => handle.backfill({ ...range, overlap: 'ALLOW_ALL' }))
  }

/** An organization with one workflow that a webhook, an address, API keys and schedules start. */
export async function startsWorld(
  { environment, database }: Installation,
  { calls, firings }: Counts,
  ticketOf: (kind: 'firings', n: number) => string,
): Promise<StartsWorld> {
  const config = readConfig(environment)
  const temporal = createTemporal(config, createKeyring(config))
  const queue = config.TEMPORAL_TASK_QUEUE
  // Its next moment is two hours away, so that nobody looks after it meanwhile.
  const nominal = Math.floor((Date.now() + 120 * MINUTE) / MINUTE) * MINUTE - DAY
  const made = await withRuntime(environment, async (ctx) => {
    const owner = await makePerson(ctx, { username: 'owner', name: 'Person owner' })
    const tenant = await makeTenant(ctx, owner, 'organization', 'Starts')
    const workflowId = await makeWorkflow(ctx, tenant, ONE_TASK)
    const hook = await makeHook(ctx, tenant, { workflowId, mapping: { ticket: '$.ticket' }, title: '{$.ticket}' })
    const { localPart } = await makeMailAddress(ctx, tenant, { workflowId, mapping: { ticket: '$.subject' } })
    const tokens: string[] = []
    for (let n = 0; n < calls; n += STARTS_A_KEY) tokens.push((await makeKey(ctx, tenant, { workflowId })).token)
    const tickets = Array.from({ length: firings }, (_, n) => ticketOf('firings', n))
    const scheduleIds = await makeSchedules(ctx, tenant, workflowId, nominal, tickets)
    return {
      tenantId: tenant.tenantId,
      workflowId,
      hook,
      address: `${localPart}@${config.MAIL_IN_DOMAIN}`,
      tokens,
      scheduleIds,
    }
  })
  await database.admin((admin) =>
    admin.query(`update schedules set armed_change = change, armed_until = now() + interval '1 year'`),
  )
  await hold(createEngineSchedules(temporal.client, queue), made.tenantId, made.scheduleIds, nominal)
  return {
    ...made,
    tokens: Array.from({ length: calls }, (_, n) => made.tokens[Math.floor(n / STARTS_A_KEY)] ?? ''),
    nominal,
    fire: fireBy(temporal, queue, made.tenantId, nominal),
    close: () => temporal.close(),
  }
}
