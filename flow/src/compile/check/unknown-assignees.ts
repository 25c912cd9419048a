import type { Assignee } from '../../document.ts'
import type { Analysis, Known } from '../analysis.ts'
import { perStep } from '../per-step.ts'
import { inStep, type Problem } from '../problem.ts'

/** Everybody a step names, with the place of each. */
export const namedIn = perStep((step): { who: Assignee; path: string }[] => {
  const { id } = step
  const one = (who: Assignee | undefined, ...keys: (string | number)[]) =>
    who ? [{ who, path: inStep(id, ...keys) }] : []
  const own =
    step.type === 'manual'
      ? [...one(step.assignee, 'assignee'), ...one(step.reviewer, 'reviewer')]
      : step.type === 'approval'
        ? step.approvers.flatMap((who, n) => one(who, 'approvers', n))
        : []
  return [...own, ...(step.escalation ?? []).flatMap(({ to }, n) => one(to, 'escalation', n, 'to'))]
})

const texts = {
  person: 'This person isn’t in the workspace. Choose another.',
  team: 'This team doesn’t exist. Choose another.',
  role: 'This role doesn’t exist. Choose another.',
}

function strange(who: Assignee, { people, teams, roles }: Known): keyof typeof texts | undefined {
  if ('person' in who) return people && !people.includes(who.person) ? 'person' : undefined
  if ('team' in who) return teams && !teams.includes(who.team) ? 'team' : undefined
  if (!('role' in who) || !roles) return undefined
  const wanted = who.role.toLowerCase()
  return roles.some((role) => role.toLowerCase() === wanted) ? undefined : 'role'
}

/** Rule 36: whoever is named is in the workspace. */
export function unknownAssignees({ doc, known }: Analysis): Problem[] {
  return Object.values(doc.steps).flatMap((step) =>
    namedIn(step).flatMap(({ who, path }): Problem[] => {
      const kind = strange(who, known)
      if (!kind) return []
      return [{ n: 36, code: `${kind}_unknown`, level: 'E', step: step.id, path, text: texts[kind], repairs: [] }]
    }),
  )
}
