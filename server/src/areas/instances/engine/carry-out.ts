import { branchOf } from '@throughline/flow/eval'
import type { Command, Event } from '@throughline/flow/run'
import { keepResults } from './keep-results.ts'
import { askItem, openStep } from './open-step.ts'
import { effectProblem } from './results.queries.ts'
import { exprsOf, type Running, scopeOf, stepOf, type Ticket } from './running.ts'
import { nextInLine } from './seats.ts'
import { failedTask } from './step-task.ts'
import type { TurnEvent } from './turn-event.ts'
import type { TurnWrites } from './turn-writes.ts'

const TEXTS: Record<string, string> = {
  no_approver: 'There aren’t enough people to decide this.',
  list_too_long: 'The list has too many items.',
  expr_cost: 'An expression produces too much text or too many list items.',
  loop_limit: 'The workflow returned to this step too many times.',
  refused: 'The call was rejected.',
  unreachable: 'The receiver couldn’t be reached.',
  timeout: 'There was no response in time.',
  unknown: 'There was no response.',
}

/** What an approval comes to when the work is not good yet. */
const SENT_BACK = ['rejected', 'changes']

/** What people read of a failure: what the call itself said, else plain words for its code. */
async function failureText(running: Running, ticket: Ticket, code: string): Promise<string> {
  const { tx, id } = running
  const isCall = stepOf(running, ticket.step).type === 'tool'
  const said = isCall ? await effectProblem(tx.db, tx.tenantId, id, ticket) : undefined
  return said ?? TEXTS[code] ?? 'This step couldn’t be completed.'
}

/** Does what a command says to the instance's rows; says what was found, where the reducer has to know. */
export async function carryOut(
  running: Running,
  writes: TurnWrites,
  command: Command,
  event: TurnEvent,
): Promise<Event | undefined> {
  const { at } = event
  switch (command.c) {
    case 'open':
      if (event.t === 'retry') writes.askedAnew.push(command)
      return openStep(running, writes, command, at)
    case 'decide':
      return decide(running, command, at)
    case 'ask':
      if (command.slot !== undefined) {
        writes.asked.push({ ...command, slot: command.slot })
        return undefined
      }
      if (event.t === 'retry') writes.askedAnew.push(command)
      return askItem(running, writes, command, at)
    case 'call':
      if (command.item !== undefined && command.attempt === 1) return askItem(running, writes, command, at)
      return undefined
    case 'close': {
      const { outcome, why } = command
      if (outcome !== undefined) await keepResults(running, writes, command, outcome, event)
      writes.close(command, { at, outcome, why, by: event.t === 'override' ? event.by : undefined })
      if (event.t === 'decision' && command.item === undefined && SENT_BACK.includes(outcome ?? ''))
        writes.sentBackBy = command
      return undefined
    }
    case 'remind':
      writes.reminded.push(command)
      return undefined
    case 'reassign': {
      const to = exprsOf(running, command.step).alarms?.[command.n]?.to
      const seat = to ? await nextInLine(running, to, at, command) : undefined
      if (seat) writes.reassigned.push({ ticket: command, to: seat })
      return undefined
    }
    case 'fail': {
      const { step, round, item, code, text } = command
      const ticket = { step, round, ...(item !== undefined && { item }) }
      const failure = text ?? (await failureText(running, ticket, code))
      writes.fail({ ...ticket, code, text: failure }, failedTask(running, ticket))
      return undefined
    }
    // After the commit, by the workflow itself; the end shows in the state.
    case 'child':
    case 'unchild':
    case 'uncall':
    case 'wake':
    case 'finish':
      break
  }
  return undefined
}

function decide(running: Running, ticket: Ticket, at: number): Event {
  const { step, round } = ticket
  const { when = [] } = exprsOf(running, step)
  if (stepOf(running, step).type !== 'condition') throw new Error(`step ${step} decides nothing`)
  const taken = branchOf(when, scopeOf(running, at, ticket))
  return taken.ok
    ? { at, t: 'branch', step, round, outcome: taken.value }
    : { at, t: 'error', step, round, code: taken.code, text: taken.text }
}
