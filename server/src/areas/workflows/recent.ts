import type { FlowDoc } from '@throughline/contracts/workflow-document'
import type { Change } from '@throughline/flow/compile'
import * as z from 'zod/mini'
import { truncate } from '../../core/truncate.ts'

const KEPT = 100
const ORDER_ALONE = { path: '', said: 'reordered parts of the workflow' }
const LONGEST_TITLE = 80

/** One place that was changed, in words that follow a name. */
const RecentChange = z.object({ path: z.string(), said: z.string(), member: z.string(), version: z.number() })
export type RecentChange = z.infer<typeof RecentChange>

export const readRecent = (stored: unknown): RecentChange[] => z.parse(z.array(RecentChange), stored)

/** The key under which a setting stands, as a word: `on_reject` reads "on reject". */
const wordOf = (path: string, depth: number) => (path.split('/')[depth] ?? '').replaceAll('_', ' ')

const nameIn = ({ steps }: FlowDoc, id: string) => (Object.hasOwn(steps, id) ? steps[id]?.name : undefined)

function saidOf(change: Change, before: FlowDoc, after: FlowDoc): string {
  const { kind, what, step, path } = change
  if (step === undefined) return `${kind} the workflow’s ${wordOf(path, 1)}`
  const name = nameIn(after, step) ?? nameIn(before, step)
  const title = `“${truncate(name || step, LONGEST_TITLE)}”`
  if (what === 'step') return `${kind} the step ${title}`
  if (what === 'edge') return `changed where ${title} leads`
  return `${kind} the ${wordOf(path, 3)} of ${title}`
}

/** The newest first; a bounded number, since only whoever was just there asks. */
export function addRecent(
  recent: readonly RecentChange[],
  said: readonly Pick<RecentChange, 'path' | 'said'>[],
  { member, version }: Pick<RecentChange, 'member' | 'version'>,
): RecentChange[] {
  const fresh = said.map((one) => ({ ...one, member, version }))
  const distinct = new Map(fresh.map((one) => [`${one.path} ${one.said}`, one]))
  return [...distinct.values(), ...recent].slice(0, KEPT)
}

export function withRecent(
  recent: readonly RecentChange[],
  made: readonly Change[],
  docs: { before: FlowDoc; after: FlowDoc },
  by: { member: string; version: number },
): RecentChange[] {
  const said = made.map((change) => ({ path: change.path, said: saidOf(change, docs.before, docs.after) }))
  return addRecent(recent, said.length > 0 ? said : [ORDER_ALONE], by)
}
