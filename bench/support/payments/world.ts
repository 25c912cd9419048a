import { join } from 'node:path'
import { type Client, createClient } from '../../../contracts/src/client.ts'
import { PlanId } from '../../../contracts/src/ids.ts'
import { program } from '../../../scripts/stack/programs.ts'
import type { Context } from '../../../server/src/core/context.ts'
import { makePerson, makeTenant, type OwnedTenant } from '../../../server/test/factories.ts'
import { holdStart } from '../../../server/test/hold-start.ts'
import { makeHook } from '../../../server/test/hooks.ts'
import { sellPlans } from '../../../server/test/plans.ts'
import { startedInstance } from '../../../server/test/running-world.ts'
import { type Installation, startInstallation, stopOnSignal } from '../crash/installation.ts'
import { createPorts } from '../crash/ports.ts'
import { Service } from '../crash/service.ts'
import { openSessions } from '../open-sessions.ts'
import { withSession } from '../organization.ts'
import { untilReady } from '../until-ready.ts'
import { withRuntime } from '../with-runtime.ts'

const HOST = '127.0.0.1'

export interface Buyer {
  tenantId: string
  email: string
  client: Client
}

export interface PaymentsWorld {
  installation: Installation
  /** The simulated provider, which keeps its ledger in a file. */
  provider: Service
  providerUrl: string
  plans: PlanId[]
  buyers: Buyer[]
  /** What waits for runs in the workspace of one buyer, by its keys, in the order in which it came. */
  held: { tenantId: string; keys: string[] }
}

const SOLD = ['Team US monthly', 'Team US yearly', 'Business US monthly', 'Business 200 US yearly']

/** Calls come after the only run of Free was used. */
async function holdStarts(ctx: Context, { tenantId, ...tenant }: OwnedTenant, count: number) {
  const { workflowId, hookId } = await makeHook(ctx, { tenantId, ...tenant })
  await startedInstance(ctx, tenantId, workflowId)
  const keys: string[] = []
  for (let n = 0; n < count; n++) keys.push(await holdStart(ctx, tenantId, { triggerId: hookId, source: 'webhook', n }))
  return { tenantId, keys }
}

/** A shop of its own: an installation, its provider, plans for one currency, and a workspace for each buyer. */
export async function openShop(folder: string, count: number, held: number): Promise<PaymentsWorld> {
  const port = await createPorts()()
  const providerUrl = `http://${HOST}:${port}`
  process.env.PAYMENTS_API_URL = providerUrl
  process.env.PAYMENTS_SCRIPT_URL = `${providerUrl}/v1/checkout.js`
  const installation = await startInstallation(false)
  stopOnSignal(installation)
  const { database, environment, origin } = installation
  const provider = new Service(
    {
      name: 'payments',
      command: process.execPath,
      args: [program('payments/main.ts'), HOST, String(port), join(folder, 'ledger.jsonl')],
      env: { ...environment, PAYMENTS_WEBHOOK_URLS: `${origin}/v1/pricing/webhook/`, PAYMENTS_DELIVERY: 'mixed' },
    },
    folder,
  )
  provider.start()
  await untilReady('the payment provider', providerUrl)
  const sold = await database.admin(sellPlans)
  await database.admin((admin) => admin.query('update plans set runs = 1 where price = 0'))
  const { host } = new URL(origin)
  const { buyers, waiting } = await withRuntime(environment, async (ctx) => {
    const made: Buyer[] = []
    const tenants: OwnedTenant[] = []
    for (let n = 0; n < count; n++) {
      const email = `buyer-${n}@example.test`
      const personId = await makePerson(ctx, { username: `buyer-${n}`, name: `Buyer ${n}`, email })
      const tenant = await makeTenant(ctx, personId, 'organization', `Workspace ${n}`)
      tenants.push(tenant)
      const [token = ''] = (await openSessions(ctx, host, personId, 1)).tokens
      made.push({ tenantId: tenant.tenantId, email, client: createClient({ origin, fetch: withSession(token) }) })
    }
    // Whose turn comes in the middle of all payments.
    const chosen = tenants[Math.floor(count / 2)]
    if (!chosen) throw new Error('nobody buys')
    return { buyers: made, waiting: await holdStarts(ctx, chosen, held) }
  })
  const plans = SOLD.map((name) => PlanId.parse(sold[name]))
  return { installation, provider, providerUrl, plans, buyers, held: waiting }
}
