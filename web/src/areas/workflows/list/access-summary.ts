import type { WorkflowAccess } from '@throughline/contracts/workflows'
import { Globe2, Lock, type LucideIcon, UsersRound } from 'lucide-react'
import { texts } from '../workflows.texts.ts'

const words = texts.access

/** In few words who sees a workflow, with the icon that goes before them. */
export function accessSummary({ visibility, teams, people }: WorkflowAccess): { icon: LucideIcon; text: string } {
  if (visibility === 'everyone') return { icon: Globe2, text: words.everyone }
  const named = teams.map(({ name }) => name).join(', ')
  if (named) return { icon: UsersRound, text: people.length > 0 ? words.teamsAndPeople(named, people.length) : named }
  const [first, ...others] = people
  return { icon: Lock, text: first ? words.withOthers(first.name, others.length) : words.nobody }
}
