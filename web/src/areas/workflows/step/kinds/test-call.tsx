import type { ToolOperation } from '@throughline/contracts/connections'
import { getTestCall, makeTestCall, type TestCall } from '@throughline/contracts/test-calls'
import { isBuiltinTool } from '@throughline/contracts/tools'
import type { ToolStep } from '@throughline/flow/document'
import type { Json } from '@throughline/flow/eval'
import { CircleCheck, CircleX, FlaskConical } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../../shared/api.ts'
import { callDuration } from '../../../../shared/format/duration.ts'
import { serverMessageOf } from '../../../../shared/server-message.ts'
import { AlertDialog } from '../../../../ui/alert-dialog.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Group } from '../parts/group.tsx'
import { useEditing } from '../step-context.ts'
import { texts as kindsTexts } from './kinds.texts.ts'

const texts = kindsTexts.test

const PAUSE = 500
const MOST_ASKED = 80

type Outcome = { kind: 'failed'; text: string } | { kind: 'ended'; test: TestCall }

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE))

/** The worker makes the call; the page asks until it has. */
async function callOf(workflowId: string, step: string): Promise<TestCall> {
  let { data } = await api(makeTestCall, { params: { workflowId }, body: { step } })
  for (let asked = 0; data.state === 'under_way' && asked < MOST_ASKED; asked++) {
    await pause()
    data = (await api(getTestCall, { params: { testCallId: data.id } })).data
  }
  return data
}

const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '')

/** Whether the receiver may change something by it, so that it is asked about. */
function questionOf(
  { tool_id, input }: ToolStep,
  operation: ToolOperation | undefined,
  toolName: string,
): string | undefined {
  const { method, url } = input?.parameters ?? {}
  if (!isBuiltinTool(tool_id))
    return operation?.repeat === 'reads' ? undefined : texts.askTool(operation?.title ?? '', toolName)
  if (tool_id !== 'http.request' || method === 'GET') return undefined
  return texts.ask(textIn(method) || 'POST', URL.parse(textIn(url))?.host || textIn(url))
}

type TestCallProps = { step: ToolStep; operation: ToolOperation | undefined; toolName: string }

/** Makes the call of the step once, for nobody’s instance, and shows what came of it. */
export function TestCallSection({ step, operation, toolName }: TestCallProps) {
  const { saveForTest } = useEditing()
  const [busy, setBusy] = useState(false)
  const [asks, setAsks] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])
  if (!saveForTest) return null
  const test = async (): Promise<Outcome> => {
    const workflowId = await saveForTest()
    if (workflowId === undefined) return { kind: 'failed', text: texts.notSaved }
    try {
      return { kind: 'ended', test: await callOf(workflowId, step.id) }
    } catch (error) {
      return { kind: 'failed', text: serverMessageOf(error) ?? texts.notMade }
    }
  }
  const run = async () => {
    setBusy(true)
    setOutcome(undefined)
    const ended = await test()
    if (gone.current) return
    setBusy(false)
    setOutcome(ended)
  }
  const question = questionOf(step, operation, toolName)
  return (
    <Group title={texts.title} holds={[]}>
      <p className="text-xs text-fg-3">{step.tool_id === 'email.send' ? texts.noteMail : texts.note}</p>
      <Button
        size="sm"
        icon={FlaskConical}
        busy={busy}
        onClick={() => (question === undefined ? void run() : setAsks(true))}
      >
        {texts.act}
      </Button>
      <output className="block empty:hidden">{outcome && <Ended outcome={outcome} />}</output>
      {asks && question !== undefined && (
        <AlertDialog
          onClose={() => setAsks(false)}
          title={question}
          confirmLabel={texts.confirm}
          tone="primary"
          onConfirm={() => {
            setAsks(false)
            void run()
          }}
        >
          {texts.askNote}
        </AlertDialog>
      )}
    </Group>
  )
}

function Ended({ outcome }: { outcome: Outcome }) {
  const failed = outcome.kind === 'failed' || outcome.test.state !== 'answered'
  const test = outcome.kind === 'ended' ? outcome.test : undefined
  const took = test?.took == null ? undefined : callDuration(test.took)
  const text = outcome.kind === 'failed' ? outcome.text : (outcome.test.text ?? undefined)
  const Icon = failed ? CircleX : CircleCheck
  return (
    <>
      <span className={`flex items-start gap-2 text-sm ${failed ? 'text-danger-fg' : 'text-success-fg'}`}>
        <Icon size={15} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 break-words">
          {failed ? (text ?? texts.noAnswer) : texts.answered(took ?? '')}
          {!failed && text && <span className="block text-xs text-fg-2">{text}</span>}
        </span>
      </span>
      <Values label={texts.sent} values={test?.sent} />
      <Values label={texts.got} values={test?.output ?? undefined} />
    </>
  )
}

function Values({ label, values = {} }: { label: string; values?: Record<string, Json> | undefined }) {
  if (Object.keys(values).length === 0) return null
  return (
    <details className="mt-2 rounded-md border px-3 py-2 text-xs">
      <summary className="cursor-pointer font-medium">{label}</summary>
      <pre translate="no" className="mt-1.5 max-h-60 overflow-auto font-mono whitespace-pre-wrap break-all">
        {JSON.stringify(values, null, 2)}
      </pre>
    </details>
  )
}
