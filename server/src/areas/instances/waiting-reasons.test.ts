import { compile, parse } from '@throughline/flow/compile'
import type { Open, State } from '@throughline/flow/run'
import { describe, expect, test } from 'vitest'
import type { OpenTask } from './waiting.queries.ts'
import { type Facts, reasonsOf } from './waiting-reasons.ts'

const NOW = Date.parse('2026-11-15T12:00:00Z')
const SINCE = NOW - 3_600_000

const step = (id: string, next: string[], more: object = {}) => ({
  id,
  type: 'manual',
  name: `Do ${id}`,
  fields: [],
  next,
  ...more,
})
function versionOf(steps: object[], type: 'sequential' | 'parallel' = 'sequential') {
  const variables = { people: { type: 'list', default: [] } }
  const { doc } = parse({ name: 'Work', prefix: 'W', type, steps, variables })
  const compiled = compile(doc)
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems))
  return { doc, plan: compiled.plan }
}

const opened = (more: Partial<Open> = {}): Open => ({ round: 1, since: SINCE, phase: 'working', attempt: 1, ...more })
const task = (more: Partial<OpenTask> = {}): OpenTask => ({
  id: 'task',
  instance_id: 'instance',
  step: 'a',
  round: 1,
  name: 'Do a',
  task_type: 'manual',
  status: 'pending',
  assigned_to: null,
  reviewer_id: null,
  team_id: null,
  role_id: null,
  about_task: null,
  blocking: false,
  problem: null,
  attempt: 1,
  due_sort: Number.POSITIVE_INFINITY,
  reminded_at: null,
  created_at: new Date(SINCE),
  updated_at: new Date(NOW),
  review_status: null,
  review_comment: null,
  back_verdict: null,
  back_by: null,
  back_comment: null,
  back_task: null,
  ...more,
})

function reasons(version: Facts['version'], state: Partial<State>, more: Partial<Facts> = {}) {
  const whole: State = {
    v: 1,
    plan: '',
    seq: 1,
    status: 'running',
    open: {},
    wait: {},
    round: {},
    base: 1,
    returns: 0,
    ...state,
  }
  const none = {
    tasks: [],
    seats: [],
    children: [],
    problems: new Map<string, string>(),
    holds: new Map<string, { until: Date; connection: null }>(),
    retries: [],
  }
  return reasonsOf({ workflowId: 'workflow', version, state: whole, ...none, ...more }, NOW)
}

const simple = versionOf([step('a', ['b']), step('b', [])])

describe('an instance waits', () => {
  test('for a person, and says since when and whether it is late', () => {
    const found = reasons(
      simple,
      { open: { a: opened() } },
      { tasks: [task({ assigned_to: 'maya', due_sort: new Date(SINCE) })] },
    )
    expect(found).toMatchObject([
      { kind: 'person', name: 'Do a', peopleIds: ['maya'], overdue: true, since: new Date(SINCE).toISOString() },
    ])
  })

  test('for whoever takes it from a queue', () => {
    const found = reasons(simple, { open: { a: opened() } }, { tasks: [task({ team_id: 'finance' })] })
    expect(found).toMatchObject([{ kind: 'queue', peopleIds: [], queued: { team_id: 'finance' } }])
  })

  test('for a reviewer since the work was there', () => {
    const tasks = [task({ assigned_to: 'maya', reviewer_id: 'jonas', status: 'review' })]
    expect(reasons(simple, { open: { a: opened() } }, { tasks })).toMatchObject([
      { kind: 'review', peopleIds: ['jonas'], since: new Date(NOW).toISOString() },
    ])
  })

  test('for the answer to a question that blocks, not for one that does not', () => {
    const query = task({
      id: 'query',
      step: null,
      task_type: 'query',
      about_task: 'task',
      assigned_to: 'jonas',
      blocking: true,
    })
    const own = task({ assigned_to: 'maya' })
    const open = { a: opened() }
    expect(reasons(simple, { open }, { tasks: [own, query] })).toMatchObject([
      { kind: 'query', task_id: 'query', peopleIds: ['jonas'] },
    ])
    expect(reasons(simple, { open }, { tasks: [own, { ...query, blocking: false }] })).toMatchObject([
      { kind: 'person', task_id: 'task' },
    ])
  })

  test('for those of an approval who have not decided, and says how many it needs', () => {
    const approval = {
      type: 'approval',
      approvers: [{ person: 'a' }, { person: 'b' }, { person: 'c' }],
      rule: 2,
      order: 'at_once',
    }
    const version = versionOf([step('a', ['ok']), { ...step('ok', []), ...approval, fields: undefined }])
    const tasks = [task({ id: 'vote', step: 'ok', task_type: 'approval' })]
    const seats = ['jonas', 'maya'].map((member_id) => ({ task_id: 'vote', member_id, team_id: null, role_id: null }))
    const open = { ok: opened({ slots: 3, votes: { 0: 'approve' } }) }
    expect(reasons(version, { open }, { tasks, seats })).toMatchObject([
      { kind: 'approval', peopleIds: ['jonas', 'maya'], given: 1, needed: 1 },
    ])
  })

  test('for its connection: until there is room, or until somebody reconnects it', () => {
    const tool = { id: 'a', type: 'tool', name: 'Do a', tool_id: 'email.send', next: [] }
    const until = new Date(NOW + 60_000)
    const held = (signed_out: boolean) => {
      const holds = new Map([['a', { until, connection: { problem: 'Why.', signed_out } }]])
      return reasons(versionOf([tool]), { open: { a: opened() } }, { tasks: [task({ task_type: 'automated' })], holds })
    }
    expect(held(false)).toMatchObject([{ kind: 'connection', until: until.toISOString(), problem: 'Why.' }])
    expect(held(true)).toMatchObject([{ kind: 'connection', problem: 'Why.' }])
    expect(held(true)[0]?.until).toBeUndefined()
  })

  test('for the mail budget, and says until when', () => {
    const tool = { id: 'a', type: 'tool', name: 'Do a', tool_id: 'email.send', next: [] }
    const until = new Date(NOW + 60_000)
    const facts = { tasks: [task({ task_type: 'automated' })], holds: new Map([['a', { until, connection: null }]]) }
    expect(reasons(versionOf([tool]), { open: { a: opened() } }, facts)).toMatchObject([
      { kind: 'mail_budget', until: until.toISOString(), peopleIds: [] },
    ])
    expect(reasons(versionOf([tool]), { open: { a: opened() } }, { tasks: facts.tasks })).toMatchObject([
      { kind: 'tool', attempts: 1 },
    ])
  })

  test('for the next try of a call: when, which of how many, and why the last one failed', () => {
    const tool = { id: 'a', type: 'tool', name: 'Do a', tool_id: 'http.request', next: [] }
    const tasks = [task({ task_type: 'automated' })]
    const failed = { step: 'a', at: new Date(NOW - 5_000), problem: 'api.example refused the connection.' }
    const retried = (tried: number) =>
      reasons(versionOf([tool]), { open: { a: opened() } }, { tasks, retries: [{ ...failed, tried }] })
    expect(retried(1)).toMatchObject([
      { kind: 'tool', retry: { at: new Date(NOW + 5_000).toISOString(), next: 2, of: 3 }, problem: failed.problem },
    ])
    expect(retried(2)).toMatchObject([{ retry: { at: new Date(NOW + 15_000).toISOString(), next: 3, of: 3 } }])
    expect(retried(3)[0], 'no further try follows').not.toHaveProperty('retry')
  })

  test('for the rest of a list, named once for all of its items', () => {
    const version = versionOf([step('a', [], { each: { list: 'vars.people', order: 'at_once', until: 'all' } })])
    const item = { phase: 'working', attempt: 1 } as const
    const each = { n: 3, next: 3, done: 'g', lost: 0, open: { 1: item, 2: item } }
    const tasks = [task({ id: 'one', assigned_to: 'maya' }), task({ id: 'two', assigned_to: 'jonas' })]
    expect(reasons(version, { open: { a: opened({ each }) } }, { tasks })).toMatchObject([
      { kind: 'person', peopleIds: ['maya', 'jonas'], items: 3, items_done: 1 },
    ])
  })

  test('at a join for the branches that still run; what has failed comes first', () => {
    const steps = [
      step('a', ['b', 'c', 'd']),
      step('b', ['end']),
      step('c', ['end']),
      step('d', ['end']),
      step('end', []),
    ]
    const version = versionOf(steps, 'parallel')
    const open = { b: opened(), c: opened({ phase: 'failed', code: 'expr_error' }) }
    const tasks = [task({ id: 'b', step: 'b', assigned_to: 'maya' })]
    const problems = new Map([['c', 'Nobody is left to ask.']])
    expect(reasons(version, { open, wait: { end: ['d'] } }, { tasks, problems })).toMatchObject([
      { kind: 'failed', step: 'c', problem: 'Nobody is left to ask.' },
      { kind: 'person', step: 'b' },
      { kind: 'join', step: 'end', for: ['Do b', 'Do c'] },
    ])
  })

  test('for nothing once it has ended', () => {
    expect(reasons(simple, { status: 'completed' })).toEqual([])
  })
})
