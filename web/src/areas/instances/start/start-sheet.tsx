import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { ApiError } from '@throughline/contracts/client'
import { CircleAlert } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { can, useZone } from '../../../shared/current-user.ts'
import { shortDate } from '../../../shared/format/time.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { useNow } from '../../../shared/use-now.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { hasMod, modKey } from '../../../ui/mod-key.ts'
import { Panel } from '../../../ui/panel.tsx'
import { toast } from '../../../ui/toast.ts'
import { startInstance } from '../instances.api.ts'
import { instancesKey } from '../instances.keys.ts'
import { datedStartsQuery, dateStart } from './dated-starts.api.ts'
import { datedTexts, spec, texts } from './start.texts.ts'
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
  const [zone, now] = [useZone(), useNow()]
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  /** When the plan has runs again, once it had none left. */
  const [againAt, setAgainAt] = useState<string>()
  const { draft } = starting
  const { id: workflowId } = form.workflow
  const refuse = (error: unknown) => {
    const title = serverMessageOf(error)
    const hints = title ? refusedFields(error, form) : [texts.lostAnswer]
    setRefusal({ draft, title: title ?? spec.createFailed, hints })
  }
  const begin = async () => {
    setBusy(true)
    try {
      const { id, key } = await startInstance(workflowId, starting.body())
      starting.discard()
      const open = () => void navigate({ to: '/instances/$instanceId', params: { instanceId: id } })
      toast.success(texts.started(key), { action: { label: texts.viewDetails, onPress: open } })
      onStarted(id)
      onClose()
      await queries.invalidateQueries({ queryKey: instancesKey })
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === 'limit_reached'
      if (isFull && error.againAt) setAgainAt(error.againAt)
      else refuse(error)
    } finally {
      setBusy(false)
    }
  }
  /** It begins by itself on the day on which there are runs again. */
  const beginLater = async () => {
    setBusy(true)
    try {
      const { name, starts_at } = await dateStart(workflowId, starting.body())
      starting.discard()
      toast.success(datedTexts.dated(name, shortDate(starts_at, zone, now)))
      onClose()
      await queries.invalidateQueries({ queryKey: datedStartsQuery(workflowId).queryKey })
    } catch (error) {
      // There may be runs again: the first button comes back with the reason.
      setAgainAt(undefined)
      refuse(error)
    } finally {
      setBusy(false)
    }
  }
  const day = againAt === undefined ? undefined : shortDate(againAt, zone, now)
  return { begin, beginLater, day, busy, refusal: refusal?.draft === draft ? refusal : undefined }
}

/** Closing keeps what was entered; Cancel discards it. */
export function StartSheet(props: StartSheetProps) {
  const { user, form, customer, due, choice, onClose } = props
  const starting = useStart(form, customer, due)
  const { begin, beginLater, day, busy, refusal } = useBegin(props, starting)
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
    } else void (day === undefined ? begin() : beginLater())
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hasMod(event)) submit(event)
  }
  return (
    <Panel
      title={spec.title}
      onClose={onClose}
      footer={
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">
          {day !== undefined && <NoRuns day={day} maySeePlans={can(user, 'billing.manage')} />}
          <Button type="submit" form={formId} variant="primary" className="flex-1" kbd={modKey('↵')} busy={busy}>
            {day === undefined ? texts.start : datedTexts.startOn(day)}
          </Button>
          <Button
            onClick={() => {
              starting.discard()
              onClose()
            }}
          >
            {texts.cancel}
          </Button>
        </div>
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

/** What was entered stays where it is. */
function NoRuns({ day, maySeePlans }: { day: string; maySeePlans: boolean }) {
  return (
    <output className="flex basis-full gap-2 text-sm text-warning-fg">
      <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {datedTexts.full}{' '}
        {maySeePlans ? (
          <>
            <Link to="/subscription/plans" className="underline">
              {datedTexts.upgrade}
            </Link>{' '}
            {datedTexts.orLater(day)}
          </>
        ) : (
          datedTexts.later(day)
        )}
      </span>
    </output>
  )
}
