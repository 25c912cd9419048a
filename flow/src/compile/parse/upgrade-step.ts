import type { Step } from '../../document.ts'
import { type At, below, dropped, isObject } from './reader.ts'

/** Spellings of forms and imports, turned into the one that is stored. */
export function upgradeStep(raw: Record<string, unknown>, type: Step['type'], at: At): Record<string, unknown> {
  const { config, ...value } = raw
  const settled = withoutConfig(value, config, type, at)
  return type === 'condition' ? asBranches(settled) : settled
}

function withoutConfig(
  value: Record<string, unknown>,
  config: unknown,
  type: Step['type'],
  at: At,
): Record<string, unknown> {
  if (config === undefined || config === null) return value
  if (Array.isArray(config)) return type === 'manual' ? { fields: config, ...value } : named(value, ['config'], at)
  if (!isObject(config)) return named(value, ['config'], at)
  const { fields, integration_id, integration_name, ...rest } = config
  const known =
    type === 'manual'
      ? { ...(fields !== undefined && { fields }) }
      : type === 'tool'
        ? {
            ...(integration_id !== undefined && { tool_id: integration_id }),
            ...(integration_name !== undefined && { tool_name: integration_name }),
          }
        : {}
  return named({ ...known, ...value }, Object.keys(rest), at)
}

function named(value: Record<string, unknown>, keys: string[], at: At): Record<string, unknown> {
  for (const key of keys) dropped(below(at, key), `There’s no "${key}" here.`)
  return value
}

/** "First next if true, second if false" becomes one branch and an else. */
function asBranches(raw: Record<string, unknown>): Record<string, unknown> {
  const { condition, expression, when, ...value } = raw
  if (value.branches !== undefined) return value
  const next: unknown[] = Array.isArray(value.next) ? value.next : value.next === undefined ? [] : [value.next]
  const said = [condition, expression, when].find((one) => typeof one === 'string')
  if (said === undefined && next.length === 0) return value
  const [yes, no] = next
  return {
    ...value,
    branches: [{ when: said ?? '', next: yes === undefined ? [] : [yes] }],
    ...(value.else === undefined && no !== undefined && { else: [no] }),
  }
}
