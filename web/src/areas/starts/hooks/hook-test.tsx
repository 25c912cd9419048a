import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Hook, HookTest } from '@throughline/contracts/hooks'
import type { Target } from '@throughline/flow/form-mapping'
import { stepsOf } from '@throughline/flow/start-mapping'
import { Check, CircleX, Play, Send } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { deliveriesQuery, deliveryQuery } from './hooks.api.ts'
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
  workflowId: string
  hook: Hook
  targets: readonly Target[]
  busy: string | undefined
  isChanged: boolean
  onTest: (content: string, send: boolean) => Promise<HookTest | undefined>
  onClose: () => void
}

const IN_QUOTES = /"(?:[^"\\]|\\.)*"/g
/** Long numbers and those with an exponent: written anew, they may be other numbers. */
const INEXACT = /[\d.]{16}|\de/i

/** JSON is indented. Anything else stays as it came, and so does JSON whose numbers would lose digits. */
export function legible(body: string): string {
  if (INEXACT.test(body.replace(IN_QUOTES, '""'))) return body
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** What the newest call held, as long as bodies are kept. It stays while others come, until the newest is asked for. */
function useLastBody(workflowId: string, hookId: string) {
  const newest = useInfiniteQuery(deliveriesQuery(workflowId, hookId, false)).data?.pages[0]?.data[0]
  const call = useQuery({ ...deliveryQuery(workflowId, hookId, newest?.id ?? ''), enabled: newest !== undefined })
  const body = newest && call.data?.body
  const [last, setLast] = useState<string>()
  const takeNewest = () => body && setLast(legible(body))
  if (last === undefined) takeNewest()
  return { last, takeNewest }
}

const SOURCES = (['last', 'own'] as const).map((value) => ({ value, label: texts.testSources[value] }))

/** A call to try: what it would start, and then really signed and sent. */
export function HookTestPane({ workflowId, hook, targets, busy, isChanged, onTest, onClose }: HookTestProps) {
  const { last, takeNewest } = useLastBody(workflowId, hook.id)
  const [source, setSource] = useState<'last' | 'own'>('last')
  const [own, setOwn] = useState(() => exampleBody(hook, targets))
  const content = source === 'last' && last !== undefined ? last : own
  const change = (text: string) => {
    setOwn(text)
    setSource('own')
  }
  const choose = (next: typeof source) => {
    if (next === 'last') takeNewest()
    setSource(next)
  }
  const [result, setResult] = useState<{ test: HookTest; sent: boolean }>()
  const run = async (send: boolean) => {
    // The first call ever, which may be this one, does not replace what was tried.
    if (last === undefined) setSource('own')
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
        {last !== undefined && <Segmented label={texts.testBody} value={source} items={SOURCES} onChange={choose} />}
      </div>
      <Field label={texts.testBody}>
        <Textarea
          value={content}
          rows={8}
          spellCheck={false}
          className="font-mono text-xs"
          onChange={(event) => change(event.currentTarget.value)}
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
      {result && <Result {...result} hook={hook} />}
      <details className="mt-4 text-sm">
        <summary className="cursor-pointer text-fg-2">{texts.curl}</summary>
        <pre translate="no" className="mt-2 overflow-auto rounded-md border p-3 font-mono text-xs whitespace-pre-wrap">
          {curlOf(hook, content)}
        </pre>
      </details>
    </section>
  )
}

type ResultProps = { test: HookTest; sent: boolean; hook: Hook }

function titleOf({ status, instance, problem }: HookTest, sent: boolean): string {
  if (status !== 202) return sent ? texts.wasRejected : texts.wouldFail
  if (instance) return texts.didStart(instance.key)
  return sent ? (problem ?? '') : texts.wouldStart
}

const Fact = ({ isFine, children }: { isFine: boolean; children: string }) => (
  <li className="flex items-center gap-2 text-fg-2">
    {isFine ? (
      <Check size={13} aria-hidden className="text-success-fg" />
    ) : (
      <CircleX size={13} aria-hidden className="text-danger-fg" />
    )}
    {children}
  </li>
)

function Result({ test, sent, hook: { style, secret } }: ResultProps) {
  const { status, problem, errors, values, took_ms } = test
  const isFine = status === 202
  const proof = style === 'bearer' ? texts.sentWith : texts.signedWith
  return (
    <div className="mt-4 rounded-md border bg-surface text-sm">
      <div className="p-3">
        <Banner tone={isFine ? 'success' : 'danger'} title={titleOf(test, sent)}>
          {isFine ? undefined : problem}
        </Banner>
      </div>
      {errors.length > 0 && (
        <ul className="list-disc border-t px-3 py-2 pl-8 text-danger-fg">
          {errors.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code translate="no">{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {values.length > 0 && (
        <dl className="border-t px-3 py-1.5">
          {values.map(({ variable, type, value }) => (
            <div key={variable} className="flex items-center gap-3 py-1">
              <dt translate="no" className="w-24 shrink-0 truncate font-mono text-xs text-fg-3">
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
      <ul className="grid gap-1.5 border-t px-3 py-2.5">
        {sent && isFine && <Fact isFine>{proof(secret.end)}</Fact>}
        <Fact isFine={isFine}>{texts.returned(status, took_ms)}</Fact>
      </ul>
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
