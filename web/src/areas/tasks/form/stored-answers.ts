import type { Column } from '@throughline/contracts/workflow-document'
import { variableOf } from '@throughline/flow/compile/variables'
import type { Json } from '@throughline/flow/eval'
import { forgetStored, readStored, writeStored } from '../../../ui/stored.ts'

export type Row = Record<string, Json>

/** A cell as it is being filled in, by the column's name; rows that were handed in have it by its variable. */
export const cellOf = (row: Row, column: Column): Json => row[column.name] ?? row[variableOf(column)] ?? null

export const isRow = (row: Json): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)

export type Answers = Record<string, Json>

/** What has not reached the server yet. Begins like everything that logging out forgets. */
const keyOf = (member: string, task: string) => `tl.draft.answers.${member}.${task}`

/** Kept in this browser only until the server has it, so that a closed tab or a dead line loses nothing. */
export function storedAnswers(member: string, task: string) {
  const key = keyOf(member, task)
  return {
    read: (): Answers | undefined => {
      const text = readStored(key)
      if (!text) return undefined
      try {
        const stored: Json = JSON.parse(text)
        return isRow(stored) ? stored : undefined
      } catch {
        return undefined
      }
    },
    keep: (answers: Answers) => void writeStored(key, JSON.stringify(answers)),
    forget: () => forgetStored(key),
  }
}

export type StoredAnswers = ReturnType<typeof storedAnswers>
