import { type FormEvent, useState } from 'react'
import { CodeCells } from '../../../ui/code-cells.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { confirmIdentity } from '../../auth/account.api.ts'
import { CodeProblem } from '../../auth/parts/code-problem.tsx'
import { StageButtons } from '../../auth/parts/stage-buttons.tsx'
import { useCode } from '../../auth/parts/use-code.ts'
import { changesAdmin, changesInternal, type UserChange } from './use-user-changes.ts'
import { texts } from './users.texts.ts'

const dialogTexts = texts.dialog
const MAX_REASON = 500

type ReasonDialogProps = {
  /** Those that take a reason. */
  changes: readonly UserChange[]
  /** Of the member of staff who changes them. */
  ownId: string
  /** Whether a code must be entered; within five minutes one is enough. */
  needsCode: boolean
  onConfirmed: () => void
  onReason: (reason: string) => void
  onCancel: () => void
}

/** Why, and for internal staff a code: neither role is given on a session alone. */
export function ReasonDialog({ changes, ownId, needsCode, onConfirmed, onReason, onCancel }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const code = useCode(async (digits) => {
    await confirmIdentity({ code: digits })
    onConfirmed()
    onReason(reason.trim())
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!reason.trim())
    if (!reason.trim()) return
    if (needsCode) code.form.props.onSubmit(event)
    else onReason(reason.trim())
  }
  const { form, lockedSeconds } = code
  return (
    <Dialog onClose={onCancel} title={titleOf(changes)} note={noteOf(changes)}>
      <form {...form.props} onSubmit={submit} className="space-y-4">
        {needsCode && <CodeProblem code={code} />}
        <Field
          label={dialogTexts.reason}
          hint={dialogTexts.reasonHint}
          error={isMissing ? dialogTexts.enterReason : undefined}
        >
          <Textarea
            rows={2}
            maxLength={MAX_REASON}
            value={reason}
            readOnly={form.busy}
            onChange={({ target }) => {
              setReason(target.value)
              setMissing(false)
            }}
          />
        </Field>
        {needsCode && (
          <Field label={dialogTexts.code} error={form.errors.code}>
            <CodeCells
              value={form.values.code}
              onChange={(digits) => form.set('code', digits)}
              submits
              size="md"
              readOnly={form.busy || lockedSeconds > 0}
            />
          </Field>
        )}
        {changes.some(changesInternal) && (
          <p className="rounded-md border bg-surface-2 px-3.5 py-2.5 text-sm text-fg-2">{secondOf(changes, ownId)}</p>
        )}
        <StageButtons
          submit={dialogTexts.submit}
          busy={form.busy}
          waiting={form.waiting || (needsCode && lockedSeconds > 0)}
          onCancel={onCancel}
        />
      </form>
    </Dialog>
  )
}

function titleOf(changes: readonly UserChange[]): string {
  const [one, ...others] = changes
  if (!one || others.length > 0) return dialogTexts.several(changes.length)
  const { user, flags } = one
  if (changesInternal(one)) return (flags.is_internal ? dialogTexts.makeInternal : dialogTexts.endInternal)(user.name)
  return (flags.is_admin ? dialogTexts.makeAdmin : dialogTexts.endAdmin)(user.name, user.organization?.name ?? '')
}

const noteOf = (changes: readonly UserChange[]): string =>
  [
    ...(changes.some(changesInternal) ? [dialogTexts.internalNote] : []),
    ...(changes.some(changesAdmin) ? [dialogTexts.adminNote] : []),
  ].join(' ')

/** A change that somebody else requested before takes effect now. */
function secondOf(changes: readonly UserChange[], ownId: string): string {
  const [one, ...others] = changes.filter(changesInternal)
  const request = others.length === 0 ? one?.user.internal_asked : undefined
  const isConfirmed = request?.wanted === one?.flags.is_internal && request?.by_id !== ownId
  return request && isConfirmed ? dialogTexts.confirms(request.by) : dialogTexts.second
}
