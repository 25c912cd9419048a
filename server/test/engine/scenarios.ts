import type { Tools } from '../../src/areas/instances/tools/tool.ts'
import { eventually } from '../eventually.ts'
import type { Firm } from './firm.ts'
import { approval, call, form } from './steps.ts'

/** What the receiver of calls does next. */
export const receiver: { answers: 'ok' | 'refused' | 'never' } = { answers: 'ok' }

export const scenarioTools: Tools = {
  'http.request': async ({ key, signal }) => {
    if (receiver.answers === 'never')
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
    if (receiver.answers === 'refused') return { ok: false, code: 'refused', text: 'No.' }
    return { ok: true, output: { status: 200, body: key } }
  },
}

type Scenario = (firm: Firm) => Promise<string>

const [first, second] = [0, 1]
const someone = (firm: Firm, which: number) => firm.members[which] ?? ''
const begin = async (firm: Firm, document: Record<string, unknown>) => firm.start(await firm.publish(document))
const done = async (firm: Firm, id: string, step: string, where: { round?: number; item?: number } = {}) =>
  firm.complete((await firm.open(id, step, where)).id, firm.owner)

/** One run of each kind, from its start to its end; each says which instance it was. */
export const scenarios: Record<string, Scenario> = {
  'back-and-again': async (firm) => {
    const ada = someone(firm, first)
    const id = await begin(firm, { name: 'A', steps: [form('do', ['ok']), approval('ok', [], [{ person: ada }])] })
    await done(firm, id, 'do')
    await firm.decide((await firm.open(id, 'ok')).id, ada, 'changes')
    await done(firm, id, 'do', { round: 2 })
    await firm.decide((await firm.open(id, 'ok', { round: 2 })).id, ada, 'approve')
    await firm.ended(id)
    return id
  },
  'two-in-order': async (firm) => {
    const [ada, ben] = [someone(firm, first), someone(firm, second)]
    const people = [{ person: ada }, { person: ben }]
    const id = await begin(firm, { name: 'B', steps: [approval('ok', [], people, { order: 'in_order' })] })
    const { id: task } = await firm.open(id, 'ok')
    await firm.decide(task, ada, 'approve')
    await eventually(async () => {
      if ((await firm.decide(task, ben, 'approve')) === undefined) throw new Error('not asked yet')
    })
    await firm.ended(id)
    return id
  },
  'branches-join': async (firm) => {
    const which = {
      id: 'which',
      type: 'condition',
      name: 'Which',
      branches: [{ when: 'rounds["a"] > 0', next: ['a', 'b'] }],
      else: [],
    }
    const steps = [which, form('a', ['end']), form('b', ['end']), form('end', [])]
    const id = await begin(firm, { name: 'C', type: 'parallel', steps })
    for (const step of ['b', 'a', 'end']) await done(firm, id, step)
    await firm.ended(id)
    return id
  },
  'each-at-once': async (firm) => {
    const each = { list: '[1, 2, 3]', order: 'at_once', until: 2 }
    const id = await begin(firm, { name: 'D', steps: [form('do', [], { each })] })
    for (const item of [2, 0]) await done(firm, id, 'do', { item })
    await firm.ended(id)
    return id
  },
  'calls-for-each': async (firm) => {
    const each = { list: '[1, 2, 3]', order: 'in_order', until: 'all' }
    const id = await begin(firm, { name: 'E', steps: [call('call', [], { each })] })
    await firm.ended(id)
    return id
  },
  wait: async (firm) => {
    const id = await begin(firm, {
      name: 'F',
      steps: [{ id: 'rest', type: 'wait', name: 'Rest', for: '1s', next: [] }],
    })
    await firm.ended(id)
    return id
  },
  'call-retried': async (firm) => {
    receiver.answers = 'refused'
    const id = await begin(firm, { name: 'G', steps: [call('call', [])] })
    await firm.open(id, 'call', { status: 'failed' })
    receiver.answers = 'ok'
    await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
    await firm.ended(id)
    return id
  },
  'call-passed-over': async (firm) => {
    receiver.answers = 'refused'
    const id = await begin(firm, { name: 'H', steps: [call('call', ['end']), form('end', [])] })
    await firm.open(id, 'call', { status: 'failed' })
    receiver.answers = 'ok'
    await firm.operate(id, {
      t: 'override',
      step: 'call',
      round: 1,
      outcome: 'done',
      by: firm.owner,
      reason: 'By phone',
    })
    await done(firm, id, 'end')
    await firm.ended(id)
    return id
  },
  'call-taken-back': async (firm) => {
    receiver.answers = 'never'
    const id = await begin(firm, { name: 'I', steps: [call('call', [])] })
    await firm.open(id, 'call')
    await firm.operate(id, { t: 'cancel', by: firm.owner, reason: 'Too slow' })
    receiver.answers = 'ok'
    await firm.ended(id, 'cancelled')
    return id
  },
  'child-ends': async (firm) => {
    const workflow_id = await firm.publish({ name: 'Child J', steps: [call('call', [])] })
    const sub = { id: 'sub', type: 'subworkflow', name: 'Sub', workflow_id, input: {}, output: {}, next: [] }
    const id = await begin(firm, { name: 'J', steps: [sub] })
    await firm.ended(id)
    return id
  },
  'child-taken-back': async (firm) => {
    const workflow_id = await firm.publish({ name: 'Child K', steps: [form('do', [])] })
    const sub = { id: 'sub', type: 'subworkflow', name: 'Sub', workflow_id, input: {}, output: {}, next: [] }
    const id = await begin(firm, { name: 'K', steps: [sub] })
    await eventually(async () => {
      if ((await firm.instance(id)).seq < 1) throw new Error('not begun')
    })
    await firm.operate(id, { t: 'override', step: 'sub', round: 1, outcome: 'done', by: firm.owner, reason: 'No need' })
    await firm.ended(id)
    return id
  },
  alarms: async (firm) => {
    const escalation = [
      { from: 'open', after: '1s', act: 'remind' },
      { from: 'open', after: '2s', act: 'reassign', to: { person: someone(firm, first) } },
    ]
    const id = await begin(firm, { name: 'L', steps: [form('do', [], { escalation })] })
    const task = await firm.open(id, 'do')
    await eventually(async () => {
      if ((await firm.tasksOf(id))[0]?.assigned_to !== someone(firm, first)) throw new Error('not yet')
    })
    await firm.complete(task.id, someone(firm, first))
    await firm.ended(id)
    return id
  },
  'carried-on': async (firm) => {
    const ada = someone(firm, first)
    const id = await begin(firm, { name: 'M', steps: [form('do', ['ok']), approval('ok', [], [{ person: ada }])] })
    // So many rounds are more than one run of the engine carries.
    for (let round = 1; round <= 75; round++) {
      await done(firm, id, 'do', { round })
      await firm.decide((await firm.open(id, 'ok', { round })).id, ada, round === 75 ? 'approve' : 'changes')
    }
    await firm.ended(id)
    return id
  },
}
