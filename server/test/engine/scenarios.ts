import { openChildren } from '../../src/areas/instances/engine/sync.queries.ts'
import type { Tools } from '../../src/areas/instances/tools/tool.ts'
import { eventually } from '../eventually.ts'
import type { Firm } from './firm.ts'
import { call, form } from './steps.ts'

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

const someone = (firm: Firm) => firm.members[0] ?? ''
const begin = async (firm: Firm, document: Record<string, unknown>) => firm.start(await firm.publish(document))
const done = async (firm: Firm, id: string, step: string, where: { round?: number; item?: number } = {}) =>
  firm.complete((await firm.open(id, step, where)).id, firm.owner)

/** One run of each kind, from its start to its end; each says which instance it was. */
export const scenarios: Record<string, Scenario> = {
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
      if (!(await firm.work((tx) => openChildren(tx.db, tx.tenantId, id)))[0]) throw new Error('not begun')
    })
    await firm.operate(id, { t: 'override', step: 'sub', round: 1, outcome: 'done', by: firm.owner, reason: 'No need' })
    await firm.ended(id)
    return id
  },
  alarms: async (firm) => {
    const escalation = [
      { from: 'open', after: '1s', act: 'remind' },
      { from: 'open', after: '2s', act: 'reassign', to: { person: someone(firm) } },
    ]
    const id = await begin(firm, { name: 'L', steps: [form('do', [], { escalation })] })
    const task = await firm.open(id, 'do')
    await eventually(async () => {
      if ((await firm.tasksOf(id))[0]?.assigned_to !== someone(firm)) throw new Error('not yet')
    })
    await firm.complete(task.id, someone(firm))
    await firm.ended(id)
    return id
  },
  'called-meanwhile': async (firm) => {
    receiver.answers = 'never'
    const steps = [form('go', ['call', 'do']), call('call', [], { timeout: '3s' }), form('do', ['rest'])]
    const rest = { id: 'rest', type: 'wait', name: 'Rest', for: '1s', next: [] }
    const id = await begin(firm, { name: 'N', type: 'parallel', steps: [...steps, rest] })
    await done(firm, id, 'go')
    // A timer and a call under way, one poked while the other runs.
    await done(firm, id, 'do')
    await firm.open(id, 'call', { status: 'failed' })
    receiver.answers = 'ok'
    await firm.operate(id, { t: 'retry', step: 'call', round: 1, attempt: 1, by: firm.owner })
    await firm.ended(id)
    return id
  },
  'carried-on': async (firm) => {
    // So many calls are more than one run of the engine carries.
    const list = JSON.stringify(Array.from({ length: 90 }, (_, n) => n))
    const each = { list, order: 'in_order', until: 'all' }
    const id = await begin(firm, { name: 'M', steps: [call('call', [], { each })] })
    await firm.ended(id)
    return id
  },
}
