import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { toast } from '../../../ui/toast.ts'
import { reasonOf } from '../members/reason.ts'
import { useMemberCache } from '../members.api.ts'
import { teamCalls } from '../teams.api.ts'
import { spec, texts } from '../teams.texts.ts'

/** What one can do to a team, with what is said about it afterwards. Each tells whether it was done. */
export function useTeamActs(orgId: TenantId) {
  const { refresh } = useMemberCache(orgId)
  return useMemo(() => {
    const calls = teamCalls(orgId)

    const act = async (call: () => Promise<unknown>, done: () => void, title: string, again: () => unknown) => {
      try {
        await call()
        done()
        await refresh()
        return true
      } catch (error) {
        const description = reasonOf(error)
        const action = { label: texts.retry, onPress: () => void again() }
        toast.error(title, { action, ...(description && { description }) })
        return false
      }
    }

    const trash = trashActs({
      calls: { remove: calls.remove, restore: calls.restore },
      nameOf: ({ name }: Team) => name,
      removed: texts.removed,
      failed: { remove: () => spec.removeFailed, restore: () => texts.notRestored },
      refresh,
      reasonOf,
    })

    const removePerson = (team: Team, member: Member): Promise<boolean> =>
      act(
        () => calls.removePerson(team.id, member.id),
        () => toast.success(texts.panel.removedPerson(member.name, team.name)),
        spec.removePersonFailed,
        () => removePerson(team, member),
      )

    const copyAddresses = async (team: Team) => {
      try {
        const people = await calls.everybody(team.id)
        await navigator.clipboard.writeText(people.map(({ email }) => email).join(', '))
        toast.success(texts.panel.copied(people.length))
      } catch {
        toast.error(texts.panel.notCopied)
      }
    }

    return { ...trash, calls, refresh, removePerson, copyAddresses }
  }, [orgId, refresh])
}

export type TeamActs = ReturnType<typeof useTeamActs>
