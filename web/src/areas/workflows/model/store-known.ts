import { BUILTIN_TOOLS, inputSchemaOf } from '@throughline/contracts/tools'
import type { WorkflowRefs } from '@throughline/contracts/workflows'
import type { Known, KnownTool, KnownWorkflow } from '@throughline/flow/compile'

const tools = Object.fromEntries(
  BUILTIN_TOOLS.map((tool): [string, KnownTool] => [
    tool.id,
    { honours_key: tool.honours_key, input_schema: inputSchemaOf(tool) },
  ]),
)

/** What the checks know beyond the document. Roles are known to the server alone. */
export function knownFrom({ people, teams, workflows, secrets }: WorkflowRefs): Known {
  const called = workflows.map(({ id, start_fields, calls }): [string, KnownWorkflow] => [id, { start_fields, calls }])
  return {
    tools,
    people: people.map(({ id }) => id),
    teams: teams.map(({ id }) => id),
    secrets,
    workflows: Object.fromEntries(called),
  }
}
