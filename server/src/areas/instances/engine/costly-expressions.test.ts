import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Engine, startEngine } from '../../../../test/engine/engine.ts'
import { type Firm, makeFirm } from '../../../../test/engine/firm.ts'
import { call, form } from '../../../../test/engine/steps.ts'

let engine: Engine
let firm: Firm
const called: string[] = []
beforeAll(async () => {
  engine = await startEngine(() => ({
    'http.request': async ({ key }) => {
      called.push(key)
      return { ok: true, output: { status: 200 } }
    },
  }))
  firm = await makeFirm(engine.ctx)
}, 90_000)
afterAll(() => engine.stop(), 30_000)

const TOO_MUCH = 'the expression makes too much text or too many list entries'
/** Nine times eight letters for each one: without a bound this ends the worker, and the turn would end the next one too. */
const grows = `["aaaaaaaa"]${'.map(x,x+x+x+x+x+x+x+x)'.repeat(9)}`

const turnsOf = (id: string) =>
  firm.work(({ db, tenantId }) =>
    db
      .selectFrom('instance_turns')
      .select('events')
      .where('tenant_id', '=', tenantId)
      .where('instance_id', '=', id)
      .execute(),
  )

test('a condition that grows without bound is an incident on its first turn, and can be overridden', async () => {
  const which = {
    id: 'which',
    type: 'condition',
    name: 'Which',
    branches: [{ when: `size(${grows}[0]) > 1`, next: ['end'] }],
    else: [],
    end_outcome: 'ended',
  }
  const id = await firm.start(await firm.publish({ name: 'Grows', steps: [which, form('end', [])] }))
  expect(await firm.open(id, 'which', { status: 'failed' })).toMatchObject({ problem: TOO_MUCH, attempt: 1 })
  expect(await firm.instance(id)).toMatchObject({ status: 'failed', state: { open: { which: { code: 'expr_cost' } } } })
  expect(await turnsOf(id)).toHaveLength(1)
  const act = { t: 'override', step: 'which', round: 1, outcome: 'b0', by: firm.owner, reason: 'By hand' } as const
  expect(await firm.operate(id, act)).toBe('done')
  await firm.complete((await firm.open(id, 'end')).id, firm.owner)
  await firm.ended(id)
})

test.each([
  ['an assignee', form('step', [], { assignee: { expr: grows } })],
  ['a list', form('step', [], { each: { list: grows, order: 'at_once', until: 'all' } })],
  ['the input of a call', call('step', [], { input: { parameters: { url: `https://example.test/{{${grows}}}` } } })],
])('%s that grows without bound is an incident', async (_, step) => {
  const id = await firm.start(await firm.publish({ name: 'Grows', steps: [step] }))
  expect(await firm.open(id, 'step', { status: 'failed' })).toMatchObject({ problem: TOO_MUCH })
  expect(await firm.instance(id)).toMatchObject({ status: 'failed' })
  expect(called).toEqual([])
})
