import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { dialogBackdrop, dialogBox } from './dialog-style.ts'
import { uiTexts } from './ui.texts.ts'

type AlertDialogProps = {
  /** Given where it is closed by this alone; else it is open for as long as it is there. */
  open?: boolean
  onClose?: () => void
  /** The question, in the specification's words. */
  title: string
  /** What will happen to the named object. */
  children?: ReactNode
  /** What has to be said first. */
  form?: ReactNode
  /** Names the act and its object: "Delete workflow". */
  confirmLabel: string
  /** Another way on, between the two. */
  footer?: ReactNode
  /** Room for a list. */
  wide?: boolean
  cancelLabel?: string
  tone?: 'danger' | 'primary'
  /** While it runs the button shows progress; then the dialog closes, unless the answer is `false`. */
  onConfirm: () => void | Promise<void | boolean>
}

/** Shown after a mouse press too: one must see which button Enter would press. */
const visibleFocus = 'focus:outline-2 focus:outline-offset-2 focus:outline-focus'

/** Asks before something that cannot be taken back. Focus starts on the safe button. */
export function AlertDialog(props: AlertDialogProps) {
  const { open = true, title, children, confirmLabel, tone = 'danger', onConfirm } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const [busy, setBusy] = useState(false)
  const close = () => props.onClose?.()
  const confirm = async () => {
    setBusy(true)
    try {
      if ((await onConfirm()) !== false) close()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && close()}>
      <Base.Portal>
        <Base.Backdrop className={dialogBackdrop} />
        <Base.Popup
          initialFocus={cancel}
          className={cn(dialogBox, 'p-5 wrap-anywhere', props.wide ? 'w-140' : 'w-105')}
        >
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          {children && <Base.Description className="mt-1.5 text-md text-fg-2">{children}</Base.Description>}
          {props.form && <div className="mt-4">{props.form}</div>}
          <div data-foot className="mt-5 flex flex-wrap justify-end gap-2">
            <Base.Close
              ref={cancel}
              render={<Button className={visibleFocus}>{props.cancelLabel ?? uiTexts.cancel}</Button>}
            />
            {props.footer}
            <Button
              variant={tone}
              busy={busy}
              title={confirmLabel}
              className="min-w-0 shrink!"
              onClick={() => void confirm()}
            >
              <span className="truncate">{confirmLabel}</span>
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
