import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import { texts } from './drawing.texts.ts'

/** What the people, teams and things that a document names by id are called. */
export interface Names {
  person(id: string): string
  team(id: string): string
  role(name: string): string
  workflow(id: string): string
  tool(id: string): string
}

export function namesOf(refs: Omit<WorkflowRefs, 'secrets'>): Names {
  const lookup = (list: readonly { id: string; name: string }[], unknown: string) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? unknown
  }
  return {
    person: lookup(refs.people, texts.unknown.person),
    team: lookup(refs.teams, texts.unknown.team),
    role: (name) => name,
    workflow: lookup(refs.workflows, texts.unknown.workflow),
    tool: lookup(BUILTIN_TOOLS, texts.unknown.tool),
  }
}
