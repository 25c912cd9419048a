import { type ControlledUser, USER_FLAGS, type UserFlag, type UserUpdate } from '@throughline/contracts/admin'
import { useState } from 'react'

type Flags = Record<UserFlag, boolean>

/** What somebody ticked, and the person as they were at that moment: a save is based on that version. */
export type UserChange = { id: string; user: ControlledUser; flags: Flags }

const flagsOf = ({ is_approved, is_admin, is_internal, is_beta, is_developer }: ControlledUser): Flags => ({
  is_approved,
  is_admin,
  is_internal,
  is_beta,
  is_developer,
})

export const changedFlags = ({ user, flags }: UserChange): UserFlag[] =>
  USER_FLAGS.filter((flag) => flags[flag] !== user[flag])

export const countFlags = (changes: readonly UserChange[]): number =>
  changes.reduce((sum, change) => sum + changedFlags(change).length, 0)

export const updateOf = ({ user, flags }: UserChange, reason: string): UserUpdate => ({
  user_id: user.id,
  ...flags,
  version: user.version,
  reason,
  ...(user.organization && { organization_id: user.organization.id, role: user.organization.role }),
})

/** Whether it takes a reason; internal also takes a code. */
export const needsReason = (change: UserChange): boolean =>
  changedFlags(change).some((flag) => flag === 'is_admin' || flag === 'is_internal')
export const changesAdmin = (change: UserChange): boolean => changedFlags(change).includes('is_admin')
export const changesInternal = (change: UserChange): boolean => changedFlags(change).includes('is_internal')

/** What was ticked since it was sent, as a change of the person as they are now. */
function rebased({ id, flags }: UserChange, sent: Flags, user: ControlledUser): UserChange {
  const next = flagsOf(user)
  for (const flag of USER_FLAGS) if (flags[flag] !== sent[flag]) next[flag] = flags[flag]
  return { id, user, flags: next }
}

export function useUserChanges() {
  const [changes, setChanges] = useState<ReadonlyMap<string, UserChange>>(new Map())
  const toggle = (user: ControlledUser, flag: UserFlag, on: boolean) =>
    setChanges((before) => {
      const known = before.get(user.id) ?? { id: user.id, user, flags: flagsOf(user) }
      const next = { ...known, flags: { ...known.flags, [flag]: on } }
      const all = new Map(before)
      if (changedFlags(next).length > 0) all.set(user.id, next)
      else all.delete(user.id)
      return all
    })
  const forget = (ids: readonly string[]) =>
    setChanges((before) => new Map([...before].filter(([id]) => !ids.includes(id))))
  /** Those that were sent are over; what was ticked while they were under way is not. */
  const settle = (sent: readonly UserChange[], answered: readonly ControlledUser[]) =>
    setChanges((before) => {
      const all = new Map(before)
      for (const change of sent) {
        const user = answered.find(({ id }) => id === change.id)
        // Put back as it was in the meantime, it is no change any more, and now differs from what was sent.
        const since = before.get(change.id) ?? { ...change, flags: flagsOf(change.user) }
        const next = user && rebased(since, change.flags, user)
        if (next && changedFlags(next).length > 0) all.set(change.id, next)
        else all.delete(change.id)
      }
      return all
    })
  return { changes, toggle, forget, settle, discard: () => setChanges(new Map()) }
}

export type UserChanges = ReturnType<typeof useUserChanges>
