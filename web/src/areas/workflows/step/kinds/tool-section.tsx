import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Connection, ToolOperation } from '@throughline/contracts/connections'
import { BUILTIN_TOOLS, isBuiltinTool, type Tool } from '@throughline/contracts/tools'
import type { Retry, ToolStep } from '@throughline/flow/document'
import { Button } from '../../../../ui/button.tsx'
import { linkClass } from '../../../../ui/link-style.ts'
import { catalogueQuery } from '../../../integrations/integrations.api.ts'
import { Health, ToolMark } from '../../../integrations/parts/tool-badges.tsx'
import { toolIcon } from '../../../integrations/parts/tool-icons.ts'
import { NumberLine } from '../fields/number-line.tsx'
import { FailureLine } from '../leads/route-line.tsx'
import { AddButton } from '../parts/add-button.tsx'
import { DurationLine } from '../parts/duration-line.tsx'
import { Group } from '../parts/group.tsx'
import { freshName, NameLine, withEntry, withoutEntry } from '../parts/name-line.tsx'
import { OrderButtons } from '../parts/order-buttons.tsx'
import { PickLine } from '../parts/pick-line.tsx'
import { ProblemsAt } from '../parts/problem-line.tsx'
import { act, pathOf, put, useEditable, useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'
import { TestCallSection } from './test-call.tsx'
import { ToolInput } from './tool-input.tsx'
import { operationNamed, toolOfWorkspace } from './workspace-tool.ts'

const texts = kindsTexts.tool

const types = ['string', 'number', 'boolean', 'json'] as const

const usual: Retry = { attempts: 3, first: '10s', factor: 2, max: '1h' }

/** How often a call is tried again, and when an attempt is given up. */
export function ToolRetry({ step }: { step: ToolStep }) {
  const { change } = useEditing()
  const editable = useEditable()
  const { retry, timeout } = step
  const paths = [pathOf(step, 'retry'), pathOf(step, 'timeout')] as const
  const setRetry = (next: Retry | undefined, what: string) => change(put(step, 'retry', next), what)
  const giveUpAfter = (next: string | undefined, what: string) => change(put(step, 'timeout', next), what)
  const row = (label: string, key: 'first' | 'max', of: Retry) => (
    <div>
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <DurationLine
        label={label}
        value={of[key]}
        onChange={(time, typing) => setRetry({ ...of, [key]: time }, typing ? `retry ${key}` : act('retry'))}
      />
    </div>
  )
  return (
    <Group
      title={texts.retryTitle}
      closed={retry === undefined && timeout === undefined}
      summary={retry ? texts.retrySummary(retry.attempts) : texts.retryUsual}
      holds={paths}
    >
      {retry ? (
        <>
          <div className="grid grid-cols-2 gap-2">
            <NumberLine
              label={texts.attempts}
              value={retry.attempts}
              onChange={(attempts) => attempts !== undefined && setRetry({ ...retry, attempts }, 'retry attempts')}
              path={`${paths[0]}/attempts`}
            />
            <NumberLine
              label={texts.factor}
              value={retry.factor}
              onChange={(factor) => factor !== undefined && setRetry({ ...retry, factor }, 'retry factor')}
              path={`${paths[0]}/factor`}
            />
          </div>
          {row(texts.first, 'first', retry)}
          {row(texts.max, 'max', retry)}
        </>
      ) : (
        <p className="text-xs text-fg-3">{texts.usualNote}</p>
      )}
      <ProblemsAt path={paths[0]} />
      {editable && (
        <Button size="sm" onClick={() => setRetry(retry ? undefined : usual, act('retry'))}>
          {retry ? texts.usual : texts.custom}
        </Button>
      )}
      {timeout !== undefined && (
        <div>
          <p className="mb-1.5 text-sm font-medium">{texts.timeout}</p>
          <DurationLine
            label={texts.timeout}
            value={timeout}
            only={['s', 'm', 'h']}
            onChange={(time, typing) => giveUpAfter(time, typing ? 'timeout' : act('timeout'))}
          />
          <p className="mt-1 text-xs text-fg-3">{texts.timeoutNote}</p>
          <ProblemsAt path={paths[1]} />
        </div>
      )}
      {editable && (
        <Button
          size="sm"
          className="ml-1.5"
          onClick={() => giveUpAfter(timeout === undefined ? '30s' : undefined, act('timeout'))}
        >
          {timeout === undefined ? texts.noTimeout : texts.clearTimeout}
        </Button>
      )}
    </Group>
  )
}

/** Results that become variables; each is called in the workflow as the tool calls it. */
function ToolOutput({ step, tool }: { step: ToolStep; tool: Tool | undefined }) {
  const { change } = useEditing()
  const kept = step.output ?? {}
  const names = Object.keys(kept)
  const path = pathOf(step, 'output')
  const set = (output: ToolStep['output'], what: string) => change(put(step, 'output', output), what)
  const add = () => {
    const [name, type] = Object.entries(tool?.output ?? {}).find(([one]) => !names.includes(one)) ?? ['result', 'json']
    set({ ...kept, [freshName(name, names)]: type }, act('add output'))
  }
  return (
    <Group title={texts.output} holds={[path]} action={<AddButton onClick={add}>{texts.addOutput}</AddButton>}>
      {names.length === 0 && <p className="text-xs text-fg-3">{texts.outputNote}</p>}
      <ul className="space-y-1.5 empty:hidden">
        {Object.entries(kept).map(([name, type], at) => (
          <li key={at} className="grid grid-cols-[minmax(0,1fr)_7.5rem_auto] items-start gap-1.5">
            <NameLine
              label={texts.outputName(at + 1)}
              value={name}
              taken={names}
              onChange={(next) => set(withEntry(kept, at, [next, type]), `output ${at}`)}
            />
            <PickLine
              bare
              label={texts.outputType(at + 1)}
              value={type}
              items={types.map((value) => ({ value, label: texts.types[value] }))}
              onChange={(next) => set(withEntry(kept, at, [name, next]), act('output type'))}
            />
            <OrderButtons
              name={name}
              at={at}
              count={1}
              onRemove={() => set(withoutEntry(kept, at), act('remove output'))}
            />
          </li>
        ))}
      </ul>
      <ProblemsAt path={path} deep />
    </Group>
  )
}

const isWorkspaceTool = ({ tool_id }: ToolStep) => tool_id !== null && !isBuiltinTool(tool_id)

/** Tools that everybody has, and those of the workspace that are connected or that the step names. */
function useTools(step: ToolStep) {
  const editable = useEditable()
  const isOwn = isWorkspaceTool(step)
  const { data: listed = [] } = useQuery({ ...catalogueQuery, enabled: editable || isOwn })
  const own = listed.filter(({ id, connections }) => connections.length > 0 || id === step.tool_id)
  return {
    tools: [
      ...BUILTIN_TOOLS,
      ...own.map((tool) => toolOfWorkspace(tool, tool.id === step.tool_id ? step.operation : undefined)),
    ],
    categoriesOf: (toolId: string) => own.find(({ id }) => id === toolId)?.categories ?? [],
    operationsOf: (toolId: string | null) => own.find(({ id }) => id === toolId)?.operations ?? [],
    connectionsOf: (toolId: string | null) => own.find(({ id }) => id === toolId)?.connections ?? [],
  }
}

/** What is called of a tool that can do several things. */
function OperationLine({ step, operations }: { step: ToolStep; operations: readonly ToolOperation[] }) {
  const { change } = useEditing()
  const items = operations.map(({ name, title }) => ({ value: name, label: title }))
  const gone = step.operation !== undefined && !operations.some(({ name }) => name === step.operation)
  // Another operation takes other parameters and gives other results.
  const pick = (operation: string) => {
    if (operation === step.operation) return
    const { input: _, output: __, ...rest } = step
    change({ ...rest, operation }, act('operation'))
  }
  return (
    <>
      <PickLine
        label={texts.operation}
        placeholder={texts.chooseOperation}
        value={step.operation ?? null}
        items={[...items, ...(gone ? [{ value: step.operation ?? '', label: texts.otherOperation }] : [])]}
        onChange={pick}
      />
      <ProblemsAt path={pathOf(step, 'operation')} />
    </>
  )
}

/** By which connection a tool is called. */
function ConnectionLine({ step, connections }: { step: ToolStep; connections: readonly Connection[] }) {
  const { change } = useEditing()
  const path = pathOf(step, 'connection')
  const items = connections.map(({ id, name }) => ({ value: id, label: name }))
  const used = connections.find(({ id }) => id === step.connection)
  const gone = step.connection !== undefined && !used
  return (
    <>
      <PickLine
        label={texts.connection}
        placeholder={texts.chooseConnection}
        value={step.connection ?? null}
        items={[...items, ...(gone ? [{ value: step.connection ?? '', label: texts.otherConnection }] : [])]}
        onChange={(id) => change(put(step, 'connection', id), act('connection'))}
      />
      {used && <Health connection={used} />}
      <ProblemsAt path={path} />
    </>
  )
}

/** Which tool is called, with what, and what comes of it. */
export function ToolSection({ step }: { step: ToolStep }) {
  const { change, names } = useEditing()
  const editable = useEditable()
  const { tools, categoriesOf, operationsOf, connectionsOf } = useTools(step)
  const operations = operationsOf(step.tool_id)
  const operation = operationNamed(operations, step.operation)
  const isOpen = operations.length > 1 && step.operation === undefined
  const tool = tools.find(({ id }) => id === step.tool_id)
  const isOwn = isWorkspaceTool(step)
  const items = tools.map(({ id, name, description }) => ({
    value: id,
    label: name,
    hint: description,
    icon: toolIcon({ id, categories: categoriesOf(id) }).icon,
  }))
  const other =
    step.tool_id && !tool ? [{ value: step.tool_id, label: step.tool_name ?? names.tool(step.tool_id) }] : []
  const path = pathOf(step, 'tool_id')
  // Another tool takes other parameters, gives other results, and is called by its own connection.
  const pick = (id: string) => {
    if (id === step.tool_id) return
    const { input: _, output: __, connection: ___, operation: ____, ...rest } = step
    const name = tools.find((one) => one.id === id)?.name
    const [only, second] = connectionsOf(id)
    const connection = only && !second ? { connection: only.id } : {}
    change({ ...rest, tool_id: id, ...(name !== undefined && { tool_name: name }), ...connection }, act('tool'))
  }
  return (
    <>
      <Group title={texts.title} holds={[path, pathOf(step, 'connection'), pathOf(step, 'operation')]}>
        <div className="flex items-center gap-2">
          {tool && <ToolMark tool={{ id: tool.id, categories: categoriesOf(tool.id) }} />}
          <div className="min-w-0 flex-1">
            <PickLine
              bare
              label={texts.pick}
              placeholder={texts.choose}
              value={step.tool_id}
              items={[...items, ...other]}
              onChange={pick}
            />
          </div>
        </div>
        {tool && <p className="text-xs text-fg-3">{tool.description}</p>}
        {editable && (
          <p className="text-xs">
            <Link to="/integrations" className={linkClass}>
              {texts.connectAnother}
            </Link>
          </p>
        )}
        <ProblemsAt path={path} />
        {isOwn && <ConnectionLine step={step} connections={connectionsOf(step.tool_id)} />}
        {(operations.length > 1 || step.operation !== undefined) && (
          <OperationLine step={step} operations={operations} />
        )}
      </Group>
      {step.tool_id !== null && !isOpen && (
        <>
          <ToolInput step={step} tool={tool} />
          <ToolOutput step={step} tool={tool} />
          {tool && <TestCallSection step={step} operation={operation} toolName={tool.name} />}
        </>
      )}
      <Group title={texts.failure} holds={[pathOf(step, 'on_failure')]}>
        <FailureLine step={step} />
      </Group>
    </>
  )
}
