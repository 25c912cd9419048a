import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { uiTexts } from '../../../ui/ui.texts.ts'

type StageButtonsProps = {
  submit: string
  note?: ReactNode
  busy?: boolean
  waiting?: boolean
  onCancel?: (() => void) | undefined
  /** Without it the button sends the form around it. */
  onSubmit?: () => void
}

/** The last line of each stage. */
export function StageButtons({ submit, note, busy, waiting, onCancel, onSubmit }: StageButtonsProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center justify-end gap-2">
      {note && <span className="min-w-0 flex-1 text-xs text-fg-3">{note}</span>}
      {onCancel && <Button onClick={onCancel}>{uiTexts.cancel}</Button>}
      <Button
        variant="primary"
        type={onSubmit ? 'button' : 'submit'}
        busy={busy ?? false}
        disabled={waiting}
        {...(onSubmit && { onClick: onSubmit, 'data-first': true })}
      >
        {submit}
      </Button>
    </div>
  )
}
