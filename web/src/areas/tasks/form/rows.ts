import type { Column } from '@throughline/contracts/workflow-document'
import { variableOf } from '@throughline/flow/compile/variables'
import type { Json } from '@throughline/flow/eval'

export type Row = Record<string, Json>

/** A cell as it is being filled in, by the column's name; rows that were handed in have it by its variable. */
export const cellOf = (row: Row, column: Column): Json => row[column.name] ?? row[variableOf(column)] ?? null

export const isRow = (row: Json): row is Row => typeof row === 'object' && row !== null && !Array.isArray(row)
