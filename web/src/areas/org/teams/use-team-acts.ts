import type { TenantId } from '@throughline/contracts/ids'
import type { Member } from '@throughline/contracts/org-members'
import type { Team } from '@throughline/contracts/org-teams'
import { useMemo } from 'react'
import { reasonOf } from '../../../shared/server-message.ts'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { perform, useAct } from '../../../shared/use-act.ts'
import { useMemberCache } from '../members.api.ts'
import { teamCalls } from '../teams.api.ts'
import { spec, texts } from '../teams.texts.ts'

/** What one can do to a team, with what is said about it afterwards. Each tells whether it was done. */
export function useTeamActs(orgId: TenantId) {
  const { refresh } = useMemberCache(orgId)
  const { run } = useAct({ refresh, reasonOf })
  return useMemo(() => {
    const calls = teamCalls(orgId)

    const trash = trashActs({
      calls: { remove: calls.remove, restore: calls.restore },
      nameOf: ({ name }: Team) => name,
      removed: texts.removed,
      failed: { remove: () => spec.removeFailed, restore: () => texts.notRestored },
      refresh,
      reasonOf,
    })

    const removePerson = (team: Team, member: Member): Promise<boolean> =>
      run({
        call: () => calls.removePerson(team.id, member.id),
        done: texts.panel.removedPerson(member.name, team.name),
        failed: spec.removePersonFailed,
        retry: () => removePerson(team, member),
      })

    const copyAddresses = (team: Team) =>
      perform(
        {
          call: async () => {
            const people = await calls.everybody(team.id)
            await navigator.clipboard.writeText(people.map(({ email }) => email).join(', '))
            return people.length
          },
          done: texts.panel.copied,
          failed: texts.panel.notCopied,
        },
        () => undefined,
      )

    return { ...trash, calls, refresh, removePerson, copyAddresses }
  }, [orgId, refresh, run])
}

export type TeamActs = ReturnType<typeof useTeamActs>
