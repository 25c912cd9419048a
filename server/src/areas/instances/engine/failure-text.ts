import { effectProblem } from './results.queries.ts'
import { type Running, stepOf, type Ticket } from './running.ts'

const TEXTS: Record<string, string> = {
  no_approver: 'There are not enough people to decide this.',
  list_too_long: 'The list has too many entries.',
  expr_cost: 'An expression makes too much text or too many list entries.',
  loop_limit: 'It came back here too often.',
  refused: 'The call was refused.',
  unreachable: 'The receiver could not be reached.',
  timeout: 'No answer came in time.',
  unknown: 'No answer came back.',
}

/** What people read of a failure: what the call itself said, else plain words for its code. */
export async function failureText(running: Running, ticket: Ticket, code: string): Promise<string> {
  const { tx, id } = running
  const isCall = stepOf(running, ticket.step).type === 'tool'
  const said = isCall ? await effectProblem(tx.db, tx.tenantId, id, ticket) : undefined
  return said ?? TEXTS[code] ?? 'This step could not be done.'
}
