import { type ReactNode, useEffect, useId } from 'react'
import { DiscardDialog } from '../../../shared/discard-dialog.tsx'
import { FormProblem } from '../../../shared/form/form-problem.tsx'
import type { useForm } from '../../../shared/form/use-form.ts'
import { useUnsavedGuard } from '../../../shared/unsaved.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { texts } from './catalogue.texts.ts'

type PanelFormProps = {
  title: string
  form: Pick<ReturnType<typeof useForm>, 'props' | 'problem' | 'seconds' | 'busy' | 'waiting'>
  submitLabel: string
  disabled?: boolean
  /** Stands before the buttons that end it. */
  action?: ReactNode
  isDirty: boolean
  /** It was sent: nothing is lost any more, and the panel closes. */
  isSaved: boolean
  onClose: () => void
  children: ReactNode
}

const focusFirst = (box: HTMLElement | null) => box?.querySelector<HTMLElement>('input[required]')?.focus()

/** A form beside the list. Leaving it asks before what was typed is lost. */
export function PanelForm(props: PanelFormProps) {
  const { title, form, submitLabel, disabled = false, action, isDirty, isSaved, onClose, children } = props
  const id = useId()
  const leaving = useUnsavedGuard(isDirty && !isSaved)
  // After the guard has let go of the page.
  useEffect(() => {
    if (isSaved) onClose()
  }, [isSaved, onClose])
  return (
    <Panel
      title={title}
      kind="task"
      onClose={onClose}
      footer={
        <>
          {action}
          <span className="flex-1" />
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy} disabled={disabled || form.waiting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div ref={focusFirst}>
        <form {...form.props} id={id} autoComplete="off" className="space-y-4">
          <FormProblem problem={form.problem} seconds={form.seconds} />
          {children}
        </form>
      </div>
      <DiscardDialog leaving={leaving} />
    </Panel>
  )
}
