import { plainRow, type Row } from './rows.ts'
import type { ExpressionScope } from './scope.ts'

/** What a new row says about a variable; of a choice it begins with the first of its options. */
export const newRow = (subject: string, { labels, isSure, options }: ExpressionScope): Row =>
  plainRow(subject, labels.type(subject) ?? 'string', isSure(subject), options(subject)?.[0]?.value)
