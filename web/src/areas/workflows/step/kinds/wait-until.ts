import type { Tree } from '@throughline/flow/eval'
import { wholeNumber } from '../expressions/reading.ts'

/** Some days before or after a date. `date` is the expression of that date. */
export type Until = { date: string; days: number; unit: 'addDays' | 'addBusinessDays' }

export const DATES = ['today', 'instance.started', 'instance.due'] as const

function dateOf(tree: Tree | undefined): string | undefined {
  if (!tree) return undefined
  if (tree[0] === 'var') return `vars.${tree[1]}`
  if (tree[0] === 'name' && tree[1] === 'today') return 'today'
  if (tree[0] !== '.' || tree[1][0] !== 'name' || tree[1][1] !== 'instance') return undefined
  return DATES.find((date) => date === `instance.${tree[2]}`)
}

/** The expression as a date and days from it; undefined if it says something else. */
export function untilOf(tree: Tree): Until | undefined {
  if (tree[0] === 'call' && (tree[1] === 'addDays' || tree[1] === 'addBusinessDays')) {
    const date = dateOf(tree[2])
    const days = tree[3] && wholeNumber(tree[3])
    return date === undefined || days === undefined ? undefined : { date, days, unit: tree[1] }
  }
  const date = dateOf(tree)
  return date === undefined ? undefined : { date, days: 0, unit: 'addDays' }
}

export function untilText({ date, days, unit }: Until): string {
  return days === 0 ? date : `${unit}(${date}, ${days})`
}
