import type { Known } from '../compile.ts'
import type { Field, FlowDoc, Step } from '../document.ts'
import { bomb } from './growth.ts'
import { approval, condition, manual, subworkflow, tool, wait, workflow } from './make.ts'

/** A document that breaks a rule. */
export type Broken = { code: string; step?: string; doc: FlowDoc; known?: Known }

const seq = (...steps: [Step, ...Step[]]) => workflow('sequential', ...steps)
const par = (...steps: [Step, ...Step[]]) => workflow('parallel', ...steps)
const text = (name: string, extra: Partial<Field> = {}): Field => ({
  name,
  type: 'text',
  label: name,
  required: true,
  ...extra,
})
const when = (id: string, expression: string, next: string[] = [], otherwise: string[] = []) =>
  condition(id, [next], otherwise, { branches: [{ when: expression, next }], end_outcome: 'ended' })

const named = { ...seq(manual('a')), name: ' ' }
const number: Field = { name: 'n', type: 'number', label: 'N', required: true }

export const broken: Broken[] = [
  { code: 'name_missing', doc: named },
  { code: 'name_missing', step: 'a', doc: seq(manual('a', [], { name: '' })) },
  { code: 'start_missing', doc: { ...seq(manual('a')), start_step: 'x' } },
  { code: 'bad_id', step: 'a b', doc: seq(manual('a b', ['c']), manual('c')) },
  { code: 'bad_id', step: 'a', doc: { ...seq(manual('a')), steps: { a: manual('other') } } },
  { code: 'next_unknown', step: 'first', doc: seq(manual('first', ['secnd']), manual('second')) },
  { code: 'unreachable', step: 'b', doc: seq(manual('a'), manual('b')) },
  { code: 'next_ignored', step: 'a', doc: seq(manual('a', ['b', 'c']), manual('b', ['c']), manual('c')) },
  {
    code: 'return_mixed',
    step: 'b',
    doc: par(manual('a', ['b']), approval('b', [], { on_reject: { next: ['a', 'c'] } }), manual('c')),
  },
  {
    code: 'loop_two_entries',
    step: 'join',
    doc: par(
      manual('a', ['b', 'c']),
      manual('b', ['join']),
      manual('c', ['join']),
      when('join', 'rounds["b"] < 2', ['b']),
    ),
  },
  {
    code: 'back_not_back',
    step: 'b',
    doc: par(manual('a', ['b', 'c']), manual('b', ['c'], { back: ['c'] }), manual('c')),
  },
  { code: 'no_way_out', step: 'a', doc: par(manual('s', ['a', 'b']), manual('a', ['s']), manual('b')) },
  { code: 'hot_loop', step: 'a', doc: seq(when('a', 'rounds["a"] < 9', ['b']), tool('b', ['a'])) },
  { code: 'branch_ends', step: 'a', doc: seq(condition('a', [['b']], []), manual('b')) },
  { code: 'condition_empty', step: 'a', doc: seq(condition('a', [], [])) },
  { code: 'condition_empty', step: 'a', doc: seq(condition('a', [], [], { branches: [{ when: ' ', next: [] }] })) },
  {
    code: 'condition_no_else',
    step: 'a',
    doc: seq(
      { ...when('a', 'true', ['b']), type: 'condition', branches: [{ when: 'true', next: ['b'] }], else: undefined },
      manual('b'),
    ),
  },
  {
    code: 'branch_never',
    step: 'a',
    doc: seq(condition('a', [['b'], ['c']], ['b']), manual('b', ['c']), manual('c')),
  },
  {
    code: 'reject_leaks',
    step: 'ask',
    doc: par(
      manual('s', ['ask', 'beside']),
      approval('ask', ['act'], { on_reject: { next: ['tell'], cancel: 'none' } }),
      manual('beside', ['act']),
      manual('act'),
      manual('tell'),
    ),
  },
  {
    code: 'return_takes_back',
    step: 'ask',
    doc: par(
      manual('s', ['h', 'w']),
      manual('h', ['ask', 'x']),
      manual('w', ['x']),
      approval('ask', [], { on_reject: { next: ['h'] } }),
      manual('x'),
    ),
  },
  { code: 'expr_syntax', step: 'a', doc: { ...seq(when('a', 'vars.kind == "x', [])), start_fields: [text('kind')] } },
  { code: 'expr_type', step: 'b', doc: seq(manual('a', ['b'], { fields: [number] }), when('b', 'n > 1')) },
  { code: 'expr_type', step: 'b', doc: seq(manual('a', ['b'], { fields: [number] }), when('b', 'vars.n + 1')) },
  {
    code: 'expr_forbidden',
    step: 'b',
    doc: seq(manual('a', ['b'], { fields: [text('t')] }), when('b', 'vars.t.matches("a+")')),
  },
  {
    code: 'expr_cost',
    step: 'b',
    doc: seq(manual('a', ['b'], { fields: [text('s')] }), when('b', bomb(8))),
  },
  { code: 'var_unknown', step: 'b', doc: seq(manual('a', ['b'], { fields: [number] }), when('b', 'vars.m > 1.0')) },
  {
    code: 'var_unset',
    step: 'a',
    doc: seq(when('a', 'vars.n > 1', ['b'], ['b']), manual('b', [], { fields: [number] })),
  },
  {
    code: 'var_maybe',
    step: 'c',
    doc: seq(
      when('a', 'rounds["a"] > 1', ['b'], ['c']),
      manual('b', ['c'], { fields: [number] }),
      when('c', 'vars.n > 1'),
    ),
  },
  {
    code: 'var_conflict',
    step: 'b',
    doc: seq(manual('a', ['b'], { fields: [number] }), manual('b', [], { fields: [text('n')] })),
  },
  {
    code: 'parallel_write',
    step: 'c',
    doc: par(manual('a', ['b', 'c']), manual('b', [], { fields: [number] }), manual('c', [], { fields: [number] })),
  },
  {
    code: 'parallel_read',
    step: 'c',
    doc: par(
      manual('a', ['b', 'c'], { fields: [number] }),
      manual('b', [], { fields: [number] }),
      when('c', 'vars.n > 1'),
    ),
  },
  { code: 'assignee_missing', step: 'a', doc: seq(manual('a', [], { assignee: undefined })) },
  { code: 'approvers_missing', step: 'a', doc: seq(approval('a', [], { approvers: [] })) },
  { code: 'approvers_missing', step: 'a', doc: seq(approval('a', [], { approvers: [{ role: 'Owner' }], rule: 2 })) },
  { code: 'self_only', step: 'a', doc: seq(approval('a', [], { approvers: [{ starter: true }] })) },
  {
    code: 'one_may_decide',
    step: 'a',
    doc: seq(approval('a', [], { approvers: [{ person: 'maya' }, { role: 'Owner' }], rule: 'all' })),
  },
  { code: 'tool_missing', step: 'a', doc: seq(tool('a', [], { tool_id: null })) },
  { code: 'tool_missing', step: 'a', doc: seq(tool('a')), known: { tools: {} } },
  { code: 'connection_missing', step: 'a', doc: seq(tool('a')), known: { tools: { bank: { connections: ['ours'] } } } },
  {
    code: 'connection_missing',
    step: 'a',
    doc: seq(tool('a', [], { connection: 'theirs' })),
    known: { tools: { bank: { connections: ['ours'] } } },
  },
  {
    code: 'operation_missing',
    step: 'a',
    doc: seq(tool('a')),
    known: { tools: { bank: { operations: { pay: {}, look: {} } } } },
  },
  {
    code: 'operation_missing',
    step: 'a',
    doc: seq(tool('a', [], { operation: 'steal' })),
    known: { tools: { bank: { operations: { pay: {} } } } },
  },
  {
    code: 'tool_input',
    step: 'a',
    doc: seq(tool('a', [], { operation: 'pay', input: { parameters: { kind: 'gold' } } })),
    known: {
      tools: {
        bank: { operations: { pay: { input_schema: { properties: { kind: { enum: ['cash'] } } } }, look: {} } },
      },
    },
  },
  {
    code: 'tool_input',
    step: 'a',
    doc: seq(tool('a', [], { input: { parameters: { sum: 'much' } } })),
    known: { tools: { bank: { input_schema: { properties: { sum: { type: 'number' } }, required: ['sum'] } } } },
  },
  {
    code: 'tool_input',
    step: 'a',
    doc: seq(tool('a', [], { input: { parameters: { to: 'a@example.test, b@example.test;c@example.test' } } })),
    known: { tools: { bank: { input_schema: { properties: { to: { type: 'string', 'x-max-addresses': 2 } } } } } },
  },
  {
    code: 'tool_twice',
    step: 'b',
    doc: seq(manual('a', ['w']), wait('w', ['b']), tool('b', ['c']), approval('c', [])),
    known: { tools: { bank: { honours_key: false } } },
  },
  { code: 'wait_bad', step: 'a', doc: seq(wait('a', [], { for: undefined })) },
  { code: 'wait_bad', step: 'a', doc: seq(wait('a', [], { for: '1d', until: 'now' })) },
  { code: 'wait_bad', step: 'a', doc: seq(wait('a', [], { for: 'soon' })) },
  { code: 'due_bad', step: 'a', doc: seq(manual('a', [], { due: { in: '3 days' } })) },
  {
    code: 'due_bad',
    step: 'a',
    doc: seq(manual('a', [], { escalation: [{ from: 'due', after: '-1d', act: 'remind' }] })),
  },
  {
    code: 'due_bad',
    step: 'a',
    doc: seq(manual('a', [], { escalation: [{ from: 'open', after: '-1d', act: 'remind' }] })),
  },
  {
    code: 'due_bad',
    step: 'a',
    doc: seq(manual('a', [], { escalation: [{ from: 'open', after: '1d', act: 'finish', outcome: 'approved' }] })),
  },
  { code: 'sub_missing', step: 'a', doc: seq(subworkflow('a', [], { workflow_id: '' })) },
  {
    code: 'sub_missing',
    step: 'a',
    doc: seq(subworkflow('a')),
    known: { workflows: { wf_purchase: { start_fields: [text('what')] } } },
  },
  {
    code: 'sub_cycle',
    step: 'a',
    doc: { ...seq(subworkflow('a')), id: 'wf_me' },
    known: { workflows: { wf_purchase: { calls: ['wf_me'] }, wf_me: {} } },
  },
  { code: 'field_bad', step: 'a', doc: seq(manual('a', [], { fields: [text('')] })) },
  { code: 'field_bad', step: 'a', doc: seq(manual('a', [], { fields: [text('x', { label: '' })] })) },
  { code: 'field_bad', step: 'a', doc: seq(manual('a', [], { fields: [text('x'), text('X')] })) },
  { code: 'field_bad', step: 'a', doc: seq(manual('a', [], { fields: [text('x', { type: 'select' })] })) },
  { code: 'too_big', doc: par(manual('s', []), ...Array.from({ length: 501 }, (_, n) => manual(`s${n}`))) },
  {
    code: 'person_unknown',
    step: 'a',
    doc: seq(manual('a', [], { assignee: { person: 'p9' } })),
    known: { people: ['p1'] },
  },
  {
    code: 'team_unknown',
    step: 'a',
    doc: seq(manual('a', [], { assignee: { starter: true }, reviewer: { team: 't9' } })),
    known: { teams: [] },
  },
  {
    code: 'role_unknown',
    step: 'a',
    doc: seq(approval('a', [], { approvers: [{ role: 'owner' }, { role: 'HR' }] })),
    known: { roles: ['Owner'] },
  },
  { code: 'each_bad', step: 'a', doc: seq(wait('a', [], { each: { list: '[1]', order: 'at_once', until: 'all' } })) },
  { code: 'each_bad', step: 'a', doc: seq(manual('a', [], { each: { list: '[1]', order: 'at_once', until: 0 } })) },
  { code: 'each_bad', step: 'a', doc: seq(manual('a', [], { each: { list: '5', order: 'at_once', until: 'all' } })) },
]
