import { BUILTIN_TOOLS, inputSchemaOf } from '@throughline/contracts/tools'
import type { Field } from '@throughline/contracts/workflow-document'
import { type Known, type KnownTool, knownTool } from '@throughline/flow/compile'
import type { References } from './references.ts'

const TOOLS: Record<string, KnownTool> = Object.fromEntries(
  BUILTIN_TOOLS.map((tool) => [tool.id, { honours_key: tool.honours_key, input_schema: inputSchemaOf(tool) }]),
)

/** What the checks may know of the workspace: only what the document names and the viewer may see. */
export function workspaceFactsOf({
  people,
  teams,
  roles,
  workflows,
  called,
  secrets,
  starts_alone,
  starts = [],
  tools = [],
}: References): Known {
  const beyond = called.map(({ id, calls }): [string, { calls: string[] }] => [id, { calls }])
  const named = workflows.map(({ id, start_fields, calls }): [string, { start_fields: Field[]; calls: string[] }] => [
    id,
    { start_fields, calls },
  ])
  return {
    tools: { ...TOOLS, ...Object.fromEntries(tools.map((tool) => [tool.id, knownTool(tool)])) },
    people: people.map(({ id }) => id),
    teams: teams.map(({ id }) => id),
    roles,
    secrets,
    startsAlone: starts_alone ?? false,
    starts,
    workflows: Object.fromEntries([...beyond, ...named]),
  }
}
