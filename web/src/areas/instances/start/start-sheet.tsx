import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { can } from '../../../shared/current-user.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/toast.ts'
import { instancesKey } from '../instances.keys.ts'
import { spec, texts } from './start.texts.ts'
import { StartFields } from './start-fields.tsx'
import { type StartDraft, type StartForm, type Starting, useStart } from './use-start.ts'

type StartSheetProps = {
  user: CurrentUser
  form: StartForm
  customer: string | undefined
  due: string | undefined
  /** Stands before the fields: the choice of the workflow. */
  choice: ReactNode
  onClose: () => void
  onStarted: (id: string) => void
}

const ANSWER = /^answers\.([^.]+)/

/** What the server says of single fields, by the names they have here. */
const refusedFields = (error: unknown, { fields }: StartForm): string[] =>
  (error instanceof ApiError ? (error.errors ?? []) : []).map(({ path, message }) => {
    const name = ANSWER.exec(path)?.[1]
    const label = fields.find((field) => field.name === name)?.label ?? path
    return texts.refusedField(label, message)
  })

type Refusal = { draft: StartDraft; title: string; hints: readonly string[] }

/** Starts it, with what is said about it; why it was refused stands until the form is changed. */
function useBegin({ form, onClose, onStarted }: StartSheetProps, starting: Starting) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const { draft } = starting
  const begin = async () => {
    setBusy(true)
    try {
      const { id, key } = await starting.start()
      starting.discard()
      const open = () => void navigate({ to: '/instances/$instanceId', params: { instanceId: id } })
      toast.success(texts.started(key), { action: { label: texts.viewDetails, onPress: open } })
      onStarted(id)
      onClose()
      await queries.invalidateQueries({ queryKey: instancesKey })
    } catch (error) {
      const title = serverMessageOf(error)
      const hints = title ? refusedFields(error, form) : [texts.lostAnswer]
      setRefusal({ draft, title: title ?? spec.createFailed, hints })
    } finally {
      setBusy(false)
    }
  }
  return { begin, busy, refusal: refusal?.draft === draft ? refusal : undefined }
}

/** Closing keeps what was entered; Cancel discards it. */
export function StartSheet(props: StartSheetProps) {
  const { user, form, customer, due, choice, onClose } = props
  const starting = useStart(form, customer, due)
  const { begin, busy, refusal } = useBegin(props, starting)
  const [handed, setHanded] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const formId = useId()
  const { draft, problems } = starting
  const wrong = (draft.name.trim() ? 0 : 1) + Object.keys(problems).length
  useEffect(() => first.current?.focus(), [])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (wrong > 0) {
      flushSync(() => setHanded(true))
      box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    } else void begin()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hasMod(event)) submit(event)
  }
  return (
    <Panel
      title={spec.title}
      onClose={onClose}
      footer={
        <>
          <Button type="submit" form={formId} variant="primary" className="flex-1" kbd={modKey('↵')} busy={busy}>
            {texts.start}
          </Button>
          <Button
            onClick={() => {
              starting.discard()
              onClose()
            }}
          >
            {texts.cancel}
          </Button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hands itself in by a key, from any of its fields */}
      <form ref={box} id={formId} noValidate onSubmit={submit} onKeyDown={onKeyDown} className="space-y-4">
        {choice}
        {starting.restored && (
          <p className="flex items-center gap-1 text-xs text-fg-3">
            <span className="flex-1">{texts.kept}</span>
            <Button size="sm" variant="ghost" onClick={starting.discard}>
              {texts.startOver}
            </Button>
          </p>
        )}
        {refusal && (
          <Banner tone="danger" title={refusal.title}>
            {refusal.hints.length > 0 && (
              <ul>
                {refusal.hints.map((hint) => (
                  <li key={hint}>{hint}</li>
                ))}
              </ul>
            )}
          </Banner>
        )}
        <StartFields
          form={form}
          starting={starting}
          handed={handed}
          mayNarrow={can(user, 'instances.narrow')}
          first={first}
        />
        {handed && wrong > 0 && <output className="block text-xs text-danger-fg">{texts.problems(wrong)}</output>}
      </form>
    </Panel>
  )
}
