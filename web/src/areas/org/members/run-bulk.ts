import { ApiError } from '@throughline/contracts/client'
import type { Member } from '@throughline/contracts/org-members'
import { texts } from '../members.texts.ts'
import { reasonOf } from './reason.ts'

const AT_ONCE = 4

export type BulkResult = { member: Member; done: true } | { member: Member; done: false; reason: string }

async function attempt(member: Member, call: (member: Member) => Promise<unknown>): Promise<BulkResult> {
  try {
    await call(member)
    return { member, done: true }
  } catch (error) {
    const said = error instanceof ApiError ? reasonOf(error) : undefined
    return { member, done: false, reason: said ?? texts.bulk.unknown }
  }
}

/** The same call for each of them, a few at a time; one that fails does not keep the others back. */
export async function runBulk(members: readonly Member[], call: (member: Member) => Promise<unknown>) {
  const results: BulkResult[] = []
  const waiting = [...members.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await attempt(next[1], call)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results
}
