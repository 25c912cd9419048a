import type { FlowDoc, Step } from '../document.ts'
import { approval, condition, manual, tool, workflow } from './make.ts'

/** Two hundred and two steps in forty branches: forms, conditions, approvals with their returns, tools. */
export function largeWorkflow(): FlowDoc {
  const branch = (b: number): Step[] => {
    const id = (n: number) => `b${b}-${n}`
    const field = { name: `f_${b}`, type: 'number' as const, label: 'Figure', required: true }
    return [
      manual(id(0), [id(1)], { fields: [field] }),
      condition(id(1), [[id(2)]], [id(3)], { branches: [{ when: `vars.f_${b} > ${b}`, next: [id(2)] }] }),
      tool(id(2), [id(3)], { input: { parameters: { sum: `{{vars.f_${b} * 2}}` } } }),
      approval(id(3), [id(4)], { due: { in: '3bd' } }),
      manual(id(4), ['last']),
    ]
  }
  const branches = Array.from({ length: 40 }, (_, b) => branch(b))
  const heads = branches.map(([head]) => head?.id ?? '')
  const last = manual('last', [], { assignee: { expr: 'string(vars.f_3 + vars.f_17)' } })
  return workflow('parallel', manual('first', heads), ...branches.flat(), last)
}
