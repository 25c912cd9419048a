import { ApiError, type Client } from '@throughline/contracts/client'
import * as drafts from '@throughline/contracts/workflow-drafts'
import * as workflows from '@throughline/contracts/workflows'
import { expect, test } from 'vitest'
import { sharedApi } from '../../../test/api.ts'
import { at, autosave, make, renamed } from '../../../test/workflow-acts.ts'
import { createWorld } from '../../../test/world.ts'

const ROUNDS = 60
const AT_ONCE = 4

const api = await sharedApi()
const { ours, actors } = await createWorld(api)
const clients = [actors.owner.client, actors.manager.client]

/** The same acts in every run. */
function chances(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

const ACTS: ((client: Client, of: workflows.Workflow) => Promise<unknown>)[] = [
  (client) => make(client),
  (client) => make(client, { publish: false }),
  (client, of) => client(workflows.duplicateWorkflow, { ...at(of), body: {} }),
  (client, of) => client(workflows.removeWorkflow, at(of)),
  (client, of) => client(workflows.removeWorkflow, at(of)),
  (client, of) => client(workflows.restoreWorkflow, at(of)),
  (client, of) => client(workflows.purgeWorkflow, at(of)),
  (client, of) => client(workflows.setWorkflowStatus, { ...at(of), body: { status: 'archived' } }),
  (client, of) => client(workflows.setWorkflowStatus, { ...at(of), body: { status: 'active' } }),
  (client, of) => client(workflows.saveWorkflow, { ...at(of), body: { ...renamed(of, 'ask', 'Saved') } }),
  (client, of) => autosave(client, of, renamed(of, 'ask', 'Autosaved')),
  (client, of) => client(drafts.discardDraft, { ...at(of), body: { base_version: of.version } }),
]

const stored = () =>
  api.database.admin(async (admin) => {
    const { rows } = await admin.query<{ key: string; counted: number; rows: number }>(
      `select key, coalesce(c.n, 0)::int as counted, coalesce(w.n, 0)::int as rows from
        (select key, sum(n) as n from counters where tenant_id = $1 and name = 'workflows' group by key) c
        full join (select case when deleted_at is null then status else 'trash' end as key, count(*) as n
          from workflows where tenant_id = $1 group by 1) w using (key) order by key`,
      [ours.tenantId],
    )
    return rows
  })

test('whatever is done in whatever order, and at once, the counts are those of the rows', async () => {
  const chance = chances(20)
  const [first] = clients
  if (!first) throw new Error('nobody is there')
  const made = [await make(first), await make(first), await make(first)]
  const refused = new Set<number>()
  for (let round = 0; round < ROUNDS; round++) {
    // Few of them, so that acts meet at the same one.
    const acts = Array.from({ length: AT_ONCE }).flatMap(() => {
      const [client, of, act] = [clients[chance(2)], made[chance(made.length)], ACTS[chance(ACTS.length)]]
      return client && of && act ? [act(client, of)] : []
    })
    for (const outcome of await Promise.allSettled(acts)) {
      if (outcome.status === 'fulfilled') continue
      if (!(outcome.reason instanceof ApiError)) throw outcome.reason
      refused.add(outcome.reason.status)
    }
    if (round % 10 === 9) made.push(await make(first))
  }
  expect([...refused].filter((status) => status !== 404 && status !== 409)).toEqual([])
  const counts = await stored()
  expect(counts.map(({ key }) => key)).toEqual(['active', 'archived', 'trash'])
  for (const { key, counted, rows } of counts) expect(counted, key).toBe(rows)
})
