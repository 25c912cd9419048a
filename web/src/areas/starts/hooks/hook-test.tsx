import type { Hook, HookTest } from '@throughline/contracts/hooks'
import type { Target } from '@throughline/flow/form-mapping'
import { stepsOf } from '@throughline/flow/start-mapping'
import { Check, Play, Send } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { texts } from './hooks.texts.ts'

const EXAMPLES: Partial<Record<Target['type'], unknown>> = { number: 1, boolean: true, list: [], table: [], json: {} }

type Body = Map<string, unknown>

const plain = (body: Body): object =>
  Object.fromEntries(Array.from(body, ([name, value]) => [name, value instanceof Map ? plain(value) : value]))

/** Makes a place for each path; of paths through lists only the names count. */
export function exampleBody({ mapping }: Pick<Hook, 'mapping'>, targets: readonly Target[]): string {
  const body: Body = new Map()
  for (const [variable, path] of Object.entries(mapping)) {
    const names = (stepsOf(path) ?? []).filter((step) => typeof step === 'string')
    const last = names.pop()
    const target = targets.find((one) => one.variable === variable)
    let place = body
    for (const name of names) {
      const found = place.get(name)
      const inner: Body = found instanceof Map ? found : new Map()
      place.set(name, inner)
      place = inner
    }
    if (last) place.set(last, target?.options?.[0]?.value ?? (target && EXAMPLES[target.type]) ?? variable)
  }
  return JSON.stringify(plain(body), null, 2)
}

type HookTestProps = {
  hook: Hook
  targets: readonly Target[]
  busy: string | undefined
  isChanged: boolean
  onTest: (content: string, send: boolean) => Promise<HookTest | undefined>
  onClose: () => void
}

/** A call to try: what it would start, and then really signed and sent. */
export function HookTestPane({ hook, targets, busy, isChanged, onTest, onClose }: HookTestProps) {
  const [content, setContent] = useState(() => exampleBody(hook, targets))
  const [result, setResult] = useState<{ test: HookTest; sent: boolean }>()
  const run = async (send: boolean) => {
    const test = await onTest(content, send)
    if (test) setResult({ test, sent: send })
  }
  return (
    <section aria-label={texts.test}>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="flex-1 text-sm font-medium">{texts.test}</h3>
        <Button variant="ghost" size="sm" onClick={onClose}>
          {texts.testClose}
        </Button>
      </div>
      <Field label={texts.testBody}>
        <Textarea
          value={content}
          rows={8}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => setContent(event.currentTarget.value)}
        />
      </Field>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={Play} busy={busy === 'dry'} disabled={isChanged} onClick={() => void run(false)}>
          {texts.dryRun}
        </Button>
        <Button icon={Send} busy={busy === 'send'} disabled={isChanged} onClick={() => void run(true)}>
          {texts.send}
        </Button>
      </div>
      {isChanged && <p className="mt-2 text-xs text-fg-3">{texts.saveFirst}</p>}
      {result && <Result {...result} />}
      <details className="mt-4 text-sm">
        <summary className="cursor-pointer text-fg-2">{texts.curl}</summary>
        <pre translate="no" className="mt-2 overflow-auto rounded-md border p-3 font-mono text-xs whitespace-pre-wrap">
          {curlOf(hook, content)}
        </pre>
      </details>
    </section>
  )
}

function Result({ test, sent }: { test: HookTest; sent: boolean }) {
  const { status, instance, problem, errors, values, took_ms } = test
  const isFine = status === 202
  const title = !isFine
    ? sent
      ? texts.wasRejected
      : texts.wouldFail
    : instance
      ? texts.didStart(instance.key)
      : sent
        ? (problem ?? '')
        : texts.wouldStart
  return (
    <div className="mt-4 grid gap-3">
      <Banner tone={isFine ? 'success' : 'danger'} title={title}>
        {isFine ? undefined : problem}
      </Banner>
      {errors.length > 0 && (
        <ul className="list-disc pl-5 text-sm text-danger-fg">
          {errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code translate="no">{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {values.length > 0 && (
        <dl className="divide-y rounded-md border text-sm">
          {values.map(({ variable, type, value }) => (
            <div key={variable} className="flex items-center gap-3 px-3 py-1.5">
              <dt translate="no" className="w-32 shrink-0 truncate font-mono text-xs text-fg-3">
                {variable}
              </dt>
              <dd translate="no" className="min-w-0 flex-1 truncate">
                {typeof value === 'string' ? value : JSON.stringify(value)}
              </dd>
              <dd>
                <Tag>{isType(type) ? texts.types[type] : type}</Tag>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <p className="flex items-center gap-1.5 text-sm text-fg-2">
        <Check size={13} aria-hidden />
        {texts.returned(status, took_ms)}
      </p>
    </div>
  )
}

const isType = (type: string): type is Target['type'] => Object.hasOwn(texts.types, type)

const SIGNED: Record<Hook['style'], readonly string[]> = {
  standard: ['webhook-id: $ID', 'webhook-timestamp: $TIME', 'webhook-signature: v1,$SIGNATURE'],
  github: ['X-Hub-Signature-256: sha256=$SIGNATURE'],
  stripe: ['Stripe-Signature: t=$TIME,v1=$SIGNATURE'],
  bearer: ['Authorization: Bearer $SECRET'],
}

function curlOf({ url, style }: Hook, content: string): string {
  const headers = ['Content-Type: application/json', ...SIGNED[style]].map((one) => `  -H "${one}" \\`)
  return [`curl ${url} \\`, ...headers, `  -d '${content.replaceAll("'", `'\\''`)}'`].join('\n')
}
