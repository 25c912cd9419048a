import { branchOf } from '@throughline/flow/eval'
import type { Command, Event } from '@throughline/flow/run'
import { failureText } from './failure-text.ts'
import { keepResults } from './keep-results.ts'
import { askItem, openStep } from './open-step.ts'
import { exprsOf, type Running, scopeOf, stepOf, type Ticket } from './running.ts'
import { nextInLine } from './seats.ts'
import { failedTask } from './step-task.ts'
import type { TurnEvent } from './turn-event.ts'
import type { TurnWrites } from './turn-writes.ts'

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
