import { BUILTIN_TOOLS } from '@throughline/contracts/tools'
import type { ToolStep } from '@throughline/flow/document'
import { Group } from '../parts/group.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, pathOf, useEditing } from '../step-context.ts'
import { FailureLine } from './failure-line.tsx'
import { texts } from './kinds.texts.ts'
import { ToolInput } from './tool-input.tsx'
import { ToolOutput } from './tool-output.tsx'

const words = texts.tool

/** Which tool is called, with what, and what comes of it. */
export function ToolSection({ step }: { step: ToolStep }) {
  const { change, names } = useEditing()
  const tool = BUILTIN_TOOLS.find(({ id }) => id === step.tool_id)
  const items = BUILTIN_TOOLS.map(({ id, name, description }) => ({ value: id, label: name, hint: description }))
  const other =
    step.tool_id && !tool ? [{ value: step.tool_id, label: step.tool_name ?? names.tool(step.tool_id) }] : []
  const path = pathOf(step, 'tool_id')
  // Another tool takes other parameters and gives other results.
  const pick = (id: string) => {
    if (id === step.tool_id) return
    const { input: _, output: __, ...rest } = step
    const name = BUILTIN_TOOLS.find((one) => one.id === id)?.name
    change({ ...rest, tool_id: id, ...(name !== undefined && { tool_name: name }) }, act('tool'))
  }
  return (
    <>
      <Group title={words.title} holds={[path]}>
        <PickLine
          bare
          label={words.pick}
          placeholder={words.choose}
          value={step.tool_id}
          items={[...items, ...other]}
          onChange={pick}
        />
        {tool && <p className="text-xs text-fg-3">{tool.description}</p>}
        <ProblemsAt path={path} />
      </Group>
      {step.tool_id !== null && (
        <>
          <ToolInput step={step} tool={tool} />
          <ToolOutput step={step} tool={tool} />
        </>
      )}
      <Group title={words.failure} holds={[pathOf(step, 'on_failure')]}>
        <FailureLine step={step} />
      </Group>
    </>
  )
}
