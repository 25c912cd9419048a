import type { Json } from '@throughline/flow/eval'
import { forgetStored, readStored, writeStored } from '../../../ui/stored.ts'
import { isRow } from './rows.ts'

export type Answers = Record<string, Json>

/** What has not reached the server yet. Begins like everything that logging out forgets. */
const keyOf = (member: string, task: string) => `tl.draft.answers.${member}.${task}`

/** Kept in this browser only until the server has it, so that a closed tab or a dead line loses nothing. */
export function keptAnswers(member: string, task: string) {
  const key = keyOf(member, task)
  return {
    read: (): Answers | undefined => {
      const text = readStored(key)
      if (!text) return undefined
      try {
        const kept: Json = JSON.parse(text)
        return isRow(kept) ? kept : undefined
      } catch {
        return undefined
      }
    },
    keep: (answers: Answers) => void writeStored(key, JSON.stringify(answers)),
    forget: () => forgetStored(key),
  }
}

export type KeptAnswers = ReturnType<typeof keptAnswers>
