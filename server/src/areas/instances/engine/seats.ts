import { peopleOf, type Result, type Scope, type Who } from '@throughline/flow/eval'
import { activeAmong, completedBy, isTeamHere, membersOfRole, membersOfTeam, roleNamed } from './people.queries.ts'
import { exprsOf, type Running, scopeOf, stepOf, type Ticket } from './running.ts'
import { membersOfSeat } from './stand-in.ts'

/** Whom a task or a decision waits for: a person, or a queue that any of its members may take from. */
export type Seat = { member: string } | { team: string } | { role: string }

const MAX_SEATS = 20
const NOBODY = 'No one who can do this is left in the workspace.'

/** The starter; where no person started it, those who stand in, unless nobody of them is here. */
async function starterSeats({ tx, starter, standIn }: Running): Promise<Seat[]> {
  const seat = starter === null ? standIn : { member: starter }
  return seat && (await membersOfSeat(tx, seat, MAX_SEATS)).length > 0 ? [seat] : []
}

/** Why nobody can be asked. */
function nobodyText({ starter, standIn }: Running, who: Who): string {
  if (!('starter' in who) || starter !== null) return NOBODY
  if (!standIn) return 'No person started this, and no one stands in for the starter.'
  if ('member' in standIn) return 'The person who stands in for the starter is no longer here.'
  if ('team' in standIn) return 'The team that stands in for the starter was deleted or has no members.'
  return 'No one has the role that stands in for the starter.'
}

async function seatsOf(running: Running, who: Who, scope: Scope): Promise<Result<Seat[]>> {
  const { db, tenantId } = running.tx
  const people = async (ids: string[]): Promise<Result<Seat[]>> => ({
    ok: true,
    value: (await activeAmong(db, tenantId, ids)).map((member) => ({ member })),
  })
  if ('starter' in who) return { ok: true, value: await starterSeats(running) }
  if ('person' in who) return people([who.person])
  if ('expr' in who) {
    const named = peopleOf(who.expr, scope)
    return named.ok ? people(named.value) : named
  }
  if ('team' in who) {
    // A version outlives the teams it names.
    if (!(await isTeamHere(db, tenantId, who.team))) return { ok: true, value: [] }
    if (!who.each) return { ok: true, value: [{ team: who.team }] }
    return people(await membersOfTeam(db, tenantId, who.team, MAX_SEATS))
  }
  const role = await roleNamed(db, tenantId, who.role)
  if (!role) return { ok: true, value: [] }
  if (!who.each) return { ok: true, value: [{ role }] }
  return people(await membersOfRole(db, tenantId, role, MAX_SEATS))
}

/** Who does a manual step, or reviews it: the first that is named and still here. */
export async function assigneeOf(running: Running, who: Who, at: number, ticket: Ticket): Promise<Result<Seat>> {
  const seats = await seatsOf(running, who, scopeOf(running, at, ticket))
  if (!seats.ok) return seats
  const [first] = seats.value
  return first ? { ok: true, value: first } : { ok: false, code: 'expr_error', text: nobodyText(running, who) }
}

/** A review is one person's: of a queue the first who does not do the work. */
export async function reviewerAmong({ tx }: Running, seat: Seat, doer: Seat | undefined): Promise<string | undefined> {
  const own = doer && 'member' in doer ? doer.member : undefined
  return (await membersOfSeat(tx, seat, MAX_SEATS)).find((member) => member !== own)
}

const keyOf = (seat: Seat) => ('member' in seat ? seat.member : 'team' in seat ? seat.team : seat.role)

/** Without those who would judge their own work, unless the step allows that. */
async function judgesAmong(running: Running, { step }: Ticket, seats: readonly Seat[]): Promise<Seat[]> {
  const { allow_self, covers = [] } = exprsOf(running, step)
  if (allow_self) return [...seats]
  const own = await completedBy(running.tx.db, running.tx.tenantId, running.id, covers)
  return seats.filter((seat) => !('member' in seat && (seat.member === running.starter || own.includes(seat.member))))
}

/** Everyone whom the step names as an approver, each once, in the order of the document. */
export async function namedApprovers(running: Running, at: number, ticket: Ticket): Promise<Result<Seat[]>> {
  const { approvers = [] } = exprsOf(running, ticket.step)
  const seats = new Map<string, Seat>()
  for (const who of approvers) {
    const found = await seatsOf(running, who, scopeOf(running, at, ticket))
    if (!found.ok) return found
    for (const seat of found.value) seats.set(keyOf(seat), seat)
  }
  return { ok: true, value: [...seats.values()] }
}

/** Those of them whom the approval asks: without those who would judge their own work. */
export async function approversOf(running: Running, at: number, ticket: Ticket): Promise<Result<Seat[]>> {
  const named = await namedApprovers(running, at, ticket)
  if (!named.ok) return named
  return { ok: true, value: (await judgesAmong(running, ticket, named.value)).slice(0, MAX_SEATS) }
}

/** Who takes over what was not done in time; nobody, where only those are named who are gone or may not decide it. */
export async function nextInLine(running: Running, who: Who, at: number, ticket: Ticket): Promise<Seat | undefined> {
  const found = await seatsOf(running, who, scopeOf(running, at, ticket))
  if (!found.ok) return undefined
  const isApproval = stepOf(running, ticket.step).type === 'approval'
  const [first] = isApproval ? await judgesAmong(running, ticket, found.value) : found.value
  return first
}
