import { plainRow, type Row } from './rows.ts'
import type { ExpressionScope } from './scope.ts'

/** What a new row says about a variable; of a choice it begins with the first of its options. */
export const newRow = (subject: string, scope: ExpressionScope): Row =>
  plainRow(subject, scope.labels.type(subject) ?? 'string', scope.isSure(subject), scope.options(subject)?.[0]?.value)
